import type { Mark } from '../marks/mark.ts';
import { readContents, type ContentLine } from '../pack/describe-content.ts';
import { nameRecipient } from '../parcel.ts';
import { namePlace, nameReference } from '../parcels/parcel-row.ts';
import type { LabelledParcel } from '../labels/load-labels.ts';
import { addUp } from '../pickups/pickup-parcels.ts';

/** A parcel as sheets show it. */
export interface SheetParcel {
  trackingNumber: string;
  reference: string;
  recipient: string;
  /** Lines of its recipient's address, or the name and id of its point. */
  address: string[];
  place: string;
  pieces: number;
  /** null: not known. */
  kilograms: number | null;
  contents: ContentLine[];
  /** Name and address of its sender, by line. */
  sender: string[];
  createdMs: number;
}

const filled = (...lines: unknown[]): string[] =>
  lines.filter((line): line is string => typeof line === 'string' && line.trim() !== '');
const join = (parts: readonly unknown[], between: string) => filled(...parts).join(between);

/** Writes an address by lines. Any field may be missing: a parcel handed in at a point has no origin. */
function listAddress(part: object): string[] {
  const { street, houseNumber, flatNumber, postalCode, city, countryCode } = part as Record<string, unknown>;
  const house = join([houseNumber, flatNumber], '/');
  return filled(
    join([street, house], ' '),
    join([postalCode, city], ' '),
    street === undefined ? '' : countryCode,
  );
}

export function toSheetParcel(parcel: LabelledParcel, mark: Mark): SheetParcel {
  const { shipment, trackingNumber, createdMs } = parcel;
  const { pointId } = shipment.destination as Record<string, unknown>;
  const { count, kilograms } = addUp([parcel]);
  return {
    trackingNumber,
    reference: nameReference(parcel),
    recipient: nameRecipient(parcel),
    address: filled(parcel.pointName, pointId, ...listAddress(shipment.destination)),
    place: namePlace(parcel),
    pieces: count,
    kilograms,
    contents: readContents(parcel, mark),
    sender: filled(
      shipment.sender.companyName,
      nameRecipient({ shipment: { ...shipment, recipient: shipment.sender } }),
      ...listAddress(shipment.origin),
    ),
    createdMs,
  };
}
