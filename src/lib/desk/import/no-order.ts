import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField, RowTexts } from './fields.ts';
import { guessField } from './guess-by-name.ts';

/** Fields of which every order has one. */
const OF_ORDER: readonly ImportField[] = [
  'fullName',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'pointId',
  'street',
  'postalCode',
  'city',
];
/** Fields without which a row can't be a parcel. */
const PLACES: readonly ImportField[] = ['email', 'phone', 'pointId', 'street'];
/** Words before the sum of a column. */
const TOTALS = new Set(
  'razem, suma, lacznie, ogolem, podsumowanie, total, totals, grand total, subtotal, sum, summe, gesamt, gesamtsumme, insgesamt, zwischensumme, totale, totali, somma, totaal, som, total general, suma total, somme, celkem, soucet, всього, разом, сума, підсумок'
    .split(', ')
    .map(foldName),
);

/** Fields whose texts are names of their columns, from which a header within the table is recognised. */
const HEADER_CELLS = 3;

/** Whether the row is the header again, as in files that were joined. */
function isHeaderAgain(texts: RowTexts): boolean {
  const filled = OF_ORDER.filter((field) => (texts[field] ?? '').trim() !== '');
  return filled.length >= HEADER_CELLS && filled.every((field) => guessField(texts[field]!) === field);
}

/**
 * Whether a row isn't an order but a total, a subtotal, another line of the order above, or the header again:
 * nobody and no place is in it.
 */
export function isNoOrder(texts: RowTexts): boolean {
  const has = (field: ImportField) => (texts[field] ?? '').trim() !== '';
  // Without these columns, the rows are orders whose columns aren't known yet.
  if (!PLACES.some((field) => texts[field] !== undefined)) return false;
  if (!OF_ORDER.some(has) || isHeaderAgain(texts)) return true;
  const isTotal = OF_ORDER.some((field) => TOTALS.has(foldName(texts[field] ?? '')));
  return isTotal && !PLACES.some(has);
}
