import type { PlaceRow } from '../snapshot-format/table-rows.ts';
import type { LookUpTable } from './look-up-table.ts';

/** Minimum length of the shared prefix of postcodes near each other. */
const MIN_SHARED = 2;
const MAX_ROWS = 40;
/** A postcode that lacks so many characters is a district's: its middle is farther than a neighbour. */
const DISTRICT = 2;

/**
 * The postcodes nearest to a postcode: sorted by the longest shared prefix, then by the smallest numeric difference. They share at
 * least half of it, and two characters.
 * @param postcode folded
 * @param isWanted whether a row's country is allowed
 */
export async function findNearPostcodes(
  table: LookUpTable<PlaceRow>,
  postcode: string,
  isWanted: (row: PlaceRow) => boolean,
): Promise<PlaceRow[]> {
  const least = Math.max(MIN_SHARED, Math.floor(postcode.length / 2));
  // Neighbours in the table share the longest prefixes, so they are on the page where the postcode would be.
  const rows = await table.readAround(postcode, 1);
  return rows
    .filter((row) => row[2] === 'postcode' && isWanted(row) && row[0].length > postcode.length - DISTRICT)
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

/** Numeric difference; 0 for postcodes with letters, as their order means nothing. */
function countApart(a: string, b: string): number {
  const apart = Math.abs(Number(a) - Number(b));
  return Number.isNaN(apart) ? 0 : apart;
}
