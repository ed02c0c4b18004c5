import type { Desk } from '../desk.svelte.ts';
import { deskParcelSchema, draftParcel, SENDING_STATES, type DeskParcel } from '../parcel.ts';
import type { CheckedRow } from './check-row.ts';
import { findHolds, HOLDS, type Duplicate } from './find-holds.ts';
import { findOpenDoubts, findOpenHold } from './agreed.ts';
import { saveImport, type ImportRecord, type ImportRow } from './import-record.ts';
import { deriveRowId } from './derive-row-id.ts';

/**
 * States of a row until its parcel is sent. `doubtful`: the user must say whether it is right.  `removed`: the user removed
 * its parcel from the desk.
 */
export const ROW_STATES = [
  'good',
  'checking',
  'problem',
  'doubtful',
  ...HOLDS,
  ...SENDING_STATES,
  'removed',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** @param duplicate where else the row's order is */
export function computeRowState(
  row: ImportRow,
  checked: CheckedRow,
  parcel: DeskParcel | null,
  duplicate: Duplicate | null = null,
): RowState {
  const isWrong = checked.problems.some(({ isWarning }) => !isWarning);
  const held = findOpenHold(row, checked, duplicate);
  const isDoubtful = findOpenDoubts(row, checked).length > 0;
  const open = checked.isPending ? 'checking' : isDoubtful ? 'doubtful' : 'good';
  const fresh = held ?? (isWrong ? 'problem' : open);
  if (row.parcelId === null) return fresh;
  if (parcel === null) return 'removed';
  // Another parcel with this order was sent after the draft was created.
  if (parcel.state === 'draft' && held === 'sent_before') return held;
  if (parcel.state !== 'refused') return parcel.state;
  return isCorrected(checked, parcel) ? fresh : 'refused';
}

/** Whether a refused row was changed since. */
const isCorrected = ({ shipment }: CheckedRow, parcel: DeskParcel) =>
  JSON.stringify(shipment) !== JSON.stringify(parcel.shipment);

/**
 * Links rows to parcels that they became although the import doesn't record it, because the page was
 * closed in between. The newest parcel of a row counts.
 * @returns the same import if nothing is missing
 */
export function reconcile(record: ImportRecord, parcels: readonly DeskParcel[]): ImportRecord {
  const own = new Map<number, DeskParcel>();
  for (const parcel of parcels) {
    if (parcel.importId !== record.id) continue;
    const other = own.get(parcel.row);
    if (other === undefined || other.createdMs <= parcel.createdMs) own.set(parcel.row, parcel);
  }
  const isUnlinked = ({ parcelId }: ImportRow, at: number) => own.has(at) && own.get(at)!.id !== parcelId;
  if (!record.rows.some(isUnlinked)) return record;
  const rows = record.rows.map((row, at) => {
    if (!isUnlinked(row, at)) return row;
    const { id, attempt } = own.get(at)!;
    return { ...row, parcelId: id, attempt: typeof attempt === 'number' ? attempt : row.attempt + 1 };
  });
  return { ...record, rows };
}

/**
 * Creates parcels for all good rows, all or none. Call it while holding the import's lock. A lock of the
 * desk serializes imports, so that the same order in two of them becomes one parcel.
 * @returns the import with links to the parcels
 */
export function makeDrafts(
  desk: Desk,
  record: ImportRecord,
  checked: readonly CheckedRow[],
  nowMs: number,
): Promise<ImportRecord> {
  const lock = `droppoint.desk.drafts.${desk.name}`;
  return navigator.locks.request(lock, () => makeDraftsInLock(desk, record, checked, nowMs));
}

async function makeDraftsInLock(
  desk: Desk,
  record: ImportRecord,
  checked: readonly CheckedRow[],
  nowMs: number,
): Promise<ImportRecord> {
  const { organizationId } = desk;
  // Another tab may have ticked or unticked rows since.
  const reconciled = reconcile(await saveImport(desk, record), desk.parcels);
  const storedIds = new Set(await desk.store.readKeys('parcels'));
  // Read them from disk, because another tab may have created some a moment ago.
  const { items } = await desk.store.readAll('parcels', deskParcelSchema);
  const holds = findHolds(
    checked,
    items.filter(({ importId }) => importId !== record.id),
  );
  const drafts: DeskParcel[] = [];
  const rows = await Promise.all(
    reconciled.rows.map(async (row, at) => {
      const parcel = row.parcelId === null ? null : desk.find(row.parcelId);
      if (computeRowState(row, checked[at]!, parcel, holds.get(at)?.hold) !== 'good') return row;
      const { shipment, pointName, contents } = checked[at]!;
      const id = await deriveRowId(record.id, at, row.attempt);
      const fields = { organizationId, shipment, pointName, importId: record.id, row: at };
      const draft = { ...draftParcel(fields, nowMs), id, attempt: row.attempt + 1 };
      if (!storedIds.has(id)) drafts.push(contents.length === 0 ? draft : { ...draft, contents });
      return { ...row, parcelId: id, attempt: row.attempt + 1 };
    }),
  );
  // The order matters: after a crash in between, the parcels still record which rows they came from.
  await desk.putParcels(drafts);
  const linked = await saveImport(desk, { ...reconciled, rows });
  // Remove refused parcels whose rows were corrected.
  const replaced = desk.parcels.filter(
    ({ id, importId, row, state }) =>
      importId === linked.id && state === 'refused' && linked.rows[row]?.parcelId !== id,
  );
  await desk.removeParcels(replaced.map(({ id }) => id));
  return linked;
}

/**
 * Lists the ids of the import's parcels whose call is to be made or repeated, in the order of the table.
 * @param stateOf returns the state of a row by index
 */
export function listUnsent({ rows }: ImportRecord, stateOf: (at: number) => RowState): string[] {
  return rows.flatMap(({ parcelId }, at) => {
    const state = parcelId === null ? null : stateOf(at);
    return parcelId !== null && (state === 'draft' || state === 'unknown') ? [parcelId] : [];
  });
}
