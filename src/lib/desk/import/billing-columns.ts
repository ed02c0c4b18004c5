import type { ImportField, RowTexts } from './fields.ts';
import { guessBilled } from './guess-by-name.ts';

type Columns = readonly (ImportField | null)[];

/** Fields of a person and a door, which are taken from one address or the other, never mixed. */
const OF_ADDRESS: readonly ImportField[] = [
  'fullName',
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'flatNumber',
  'postalCode',
  'city',
  'country',
];
/** Fields of which a delivery has at least one. */
const OF_DELIVERY: readonly ImportField[] = ['pointId', 'street', 'postalCode', 'city'];
const NAMES: readonly ImportField[] = ['fullName', 'firstName', 'lastName'];

const FOUND = new WeakMap<Columns, readonly (ImportField | null)[]>();

function findBillingColumns(header: readonly string[], columns: Columns) {
  const cached = FOUND.get(columns);
  if (cached !== undefined) return cached;
  const found = header.map((name, at) => {
    const field = columns[at] === null ? guessBilled(name) : null;
    return field !== null && OF_ADDRESS.includes(field) ? field : null;
  });
  FOUND.set(columns, found);
  return found;
}

/**
 * Reads the billing address of a row without a delivery address: many shops leave the delivery's empty if both
 * are the same.
 * @returns its texts by field; null: the row names a place, or has no billing address either
 */
export function readBillingAddress(
  header: readonly string[],
  columns: Columns,
  cells: readonly string[],
  texts: RowTexts,
): RowTexts | null {
  if (OF_DELIVERY.some((field) => texts[field]?.trim())) return null;
  const found = findBillingColumns(header, columns);
  const billed: Partial<Record<ImportField, string>> = {};
  for (const [at, field] of found.entries())
    if (field !== null && cells[at]?.trim()) billed[field] ??= cells[at];
  if (!billed.street || !(billed.city || billed.postalCode)) return null;
  // Somebody else at the payer's door is nobody's order.
  const hasOwnName = NAMES.some((field) => texts[field]?.trim());
  const own = Object.entries(billed).filter(
    ([field]) => !hasOwnName || !NAMES.includes(field as ImportField),
  );
  return Object.fromEntries(own);
}
