import type { DeskParcel } from '../parcel.ts';
import type { CheckedRow, RowProblem } from './check-row.ts';

/** When parcels with these order numbers were made, but for those of one import. */
export function listSentReferences(
  parcels: readonly DeskParcel[],
  exceptImport: string,
): ReadonlyMap<string, number> {
  const sent = parcels.filter(
    ({ state, importId }) => state !== 'refused' && state !== 'draft' && importId !== exceptImport,
  );
  return new Map(
    sent.flatMap(({ shipment, createdMs }) =>
      Object.values(shipment.references?.custom ?? {}).map((reference) => [reference, createdMs] as const),
    ),
  );
}

/**
 * Warnings of order numbers that stand in several rows, or on a parcel that was sent before, by row.
 * @param nameRow how the table numbers a row
 */
export function findDuplicates(
  rows: readonly Pick<CheckedRow, 'reference'>[],
  sent: ReadonlyMap<string, number>,
  nameRow: (at: number) => string,
  nameDay: (ms: number) => string,
): Map<number, RowProblem[]> {
  const places = new Map<string, number[]>();
  for (const [at, { reference }] of rows.entries())
    if (reference !== '') places.set(reference, [...(places.get(reference) ?? []), at]);
  const warnings = new Map<number, RowProblem[]>();
  const warn = (at: number, code: string, detail: string) =>
    warnings.set(at, [...(warnings.get(at) ?? []), { field: 'reference', code, detail, isWarning: true }]);
  for (const [reference, same] of places) {
    const sentMs = sent.get(reference);
    for (const at of same) {
      const other = same.find((each) => each !== at);
      if (other !== undefined) warn(at, 'duplicate', nameRow(other));
      if (sentMs !== undefined) warn(at, 'already_sent', nameDay(sentMs));
    }
  }
  return warnings;
}
