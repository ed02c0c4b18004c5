import { ADDRESS_FIELDS, PERSON_FIELDS, type ImportField, type RowTexts } from './fields.ts';
import { guessBilled } from './guess-by-name.ts';
import { findUnusedColumns, type MatchedColumns } from './unused-columns.ts';

/** Fields of which a delivery has at least one. */
const OF_DELIVERY: readonly ImportField[] = ['pointId', 'street', 'postalCode', 'city'];

/** The person and the address come from one of the two addresses, never from both. */
const findBillingColumns = findUnusedColumns(guessBilled, [
  ...PERSON_FIELDS,
  'companyName',
  ...ADDRESS_FIELDS,
]);

/**
 * Reads the billing address of a row without a delivery address: many shops leave the delivery's empty if both
 * are the same.
 * @returns its texts by field; null: the row names a place, or has no billing address either
 */
export function readBillingAddress(
  header: readonly string[],
  columns: MatchedColumns,
  cells: readonly string[],
  texts: RowTexts,
): RowTexts | null {
  if (OF_DELIVERY.some((field) => texts[field]?.trim())) return null;
  const found = findBillingColumns(header, columns);
  const billed: Partial<Record<ImportField, string>> = {};
  for (const [at, field] of found.entries())
    if (field !== null && cells[at]?.trim()) billed[field] ??= cells[at];
  if (!billed.street || !(billed.city || billed.postalCode)) return null;
  // The payer's address with somebody else's name on it would be wrong for both.
  const hasOwnName = PERSON_FIELDS.some((field) => texts[field]?.trim());
  const own = Object.entries(billed).filter(
    ([field]) => !hasOwnName || !PERSON_FIELDS.includes(field as ImportField),
  );
  return Object.fromEntries(own);
}
