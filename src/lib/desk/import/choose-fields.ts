import type { RowProblem } from './check-row.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';

/** Always shown, even if the table has no column for it. */
const ALWAYS: readonly ImportField[] = ['email', 'phone'];

/**
 * Chooses the columns to show: those of the table, those that every parcel needs, and those with a
 * problem.
 * @param columns fields of the table's own columns
 * @param problems problems of all rows
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
