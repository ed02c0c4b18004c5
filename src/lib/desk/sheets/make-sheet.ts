import type { Desk } from '../desk.svelte.ts';
import type { LabelledParcel } from '../labels/load-labels.ts';
import { openMarks } from '../marks/marks.svelte.ts';
import { deskPickupSchema } from '../pickups/desk-pickup.ts';
import { formatPickupRange } from '../pickups/format-pickup.ts';
import { pickupTimeZone } from '../pickups/pickup-windows.ts';
import { readStoredItems } from '../read-stored-items.ts';
import { writeHandOverList } from './hand-over-list.ts';
import { writePackingSlips } from './packing-slips.ts';
import { createTextPainter } from './paint-texts.ts';
import { writePickList } from './pick-list.ts';
import { toSheetParcel } from './sheet-parcel.ts';
import { writeSheetFile } from './write-sheet-file.ts';

/** Papers for the courier, for the walk through the stock, and for the parcel. */
export type Sheet = 'hand_over' | 'pick' | 'slips';

/** Makes a sheet of parcels, in their order, as a PDF to print. @throws DeskError */
export async function makeSheet(
  desk: Desk,
  sheet: Sheet,
  parcels: readonly LabelledParcel[],
  nowMs = Date.now(),
): Promise<Blob> {
  const marks = await openMarks(desk);
  const items = parcels.map((parcel) => toSheetParcel(parcel, marks.get(parcel.id)));
  const painter = createTextPainter();
  const { measure } = painter;
  if (sheet === 'pick') return writeSheetFile(writePickList(items, nowMs, measure), painter);
  if (sheet === 'slips') return writeSheetFile(writePackingSlips(items, measure), painter);
  const pickup = await findPickup(desk, parcels, nowMs);
  return writeSheetFile(writeHandOverList(items, { nowMs, pickup }, measure), painter);
}

/** Finds the time of the next pickup that was ordered for any of the parcels. Empty: there is none. */
async function findPickup(desk: Desk, parcels: readonly LabelledParcel[], nowMs: number): Promise<string> {
  const numbers = new Set(parcels.map(({ trackingNumber }) => trackingNumber));
  const { items } = await readStoredItems(desk, 'pickups', deskPickupSchema);
  const times = items
    .filter(
      ({ cancelled, body }) => !cancelled && body.trackingNumbers?.some((number) => numbers.has(number)),
    )
    .map(({ body: { pickupTime } }) => [Date.parse(pickupTime.from), Date.parse(pickupTime.to)] as const)
    .filter(([, toMs]) => toMs > nowMs)
    .sort(([a], [b]) => a - b);
  const [first] = times;
  return first === undefined ? '' : formatPickupRange(...first, pickupTimeZone('PL')!);
}
