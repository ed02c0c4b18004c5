import type { RowProblem } from './check-row.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';

/** Of every parcel, whether the table has a column for it or not. */
const ALWAYS: readonly ImportField[] = ['email', 'phone'];

/**
 * Columns to show: those of the table, those that every parcel needs, and those where something is missing.
 * @param columns what the table's own are
 * @param problems of all rows
 */
export function chooseFields(
  columns: readonly (ImportField | null)[],
  problems: Iterable<Pick<RowProblem, 'field'>>,
): ImportField[] {
  const shown = new Set<ImportField>(ALWAYS);
  for (const field of columns) if (field !== null) shown.add(field);
  for (const { field } of problems) shown.add(field);
  if (!shown.has('fullName')) shown.add('firstName').add('lastName');
  return IMPORT_FIELDS.filter((field) => shown.has(field));
}
