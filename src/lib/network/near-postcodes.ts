import type { PlaceRow } from '../snapshot-format/table-rows.ts';
import type { LookUpTable } from './look-up-table.ts';

/** What two postcodes must share at least to lie near each other. */
const MIN_SHARED = 2;
const MAX_ROWS = 40;

/**
 * The postcodes of some countries that come nearest to one: those that share the longest beginning with it, and of these the next numbers.
 * At least half of it is shared, and two signs.
 * @param postcode folded
 * @param isWanted tells rows of the countries that count
 */
export async function findNearPostcodes(
  table: LookUpTable<PlaceRow>,
  postcode: string,
  isWanted: (row: PlaceRow) => boolean,
): Promise<PlaceRow[]> {
  const least = Math.max(MIN_SHARED, Math.floor(postcode.length / 2));
  // Neighbours in the table's order share the longest beginnings: they stand on the page where it would stand itself.
  const rows = await table.readAround(postcode, 1);
  return rows
    .filter((row) => row[2] === 'postcode' && isWanted(row))
    .map((row) => ({ row, shared: countShared(row[0], postcode), apart: countApart(row[0], postcode) }))
    .filter(({ row, shared }) => shared >= least && row[0] !== postcode)
    .sort((a, b) => b.shared - a.shared || a.apart - b.apart || b.row[6] - a.row[6])
    .slice(0, MAX_ROWS)
    .map(({ row }) => row);
}

function countShared(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** 0 for postcodes with letters: their order says nothing. */
function countApart(a: string, b: string): number {
  const apart = Math.abs(Number(a) - Number(b));
  return Number.isNaN(apart) ? 0 : apart;
}
