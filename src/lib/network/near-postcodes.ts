import type { PlaceRow } from './find-places.ts';
import type { LookUpTable } from './look-up-table.ts';

/** What two postcodes must share at least to lie near each other. */
const LEAST_SHARED = 3;
/** Whoever typed one postcode wants its surroundings, not a list of numbers. */
const MOST_NEAR = 3;
const MOST_PAGES = 2;

/**
 * The postcodes nearest to one at which no point stands (a post office's own "00-950"): those that share the longest beginning
 * with it, and of these the next numbers.
 * @param postcode folded
 */
export async function findNearPostcodes(table: LookUpTable<PlaceRow>, postcode: string): Promise<PlaceRow[]> {
  const least = Math.max(LEAST_SHARED, Math.ceil(postcode.length / 2));
  if (postcode.length <= least) return [];
  const beginning = postcode.slice(0, least);
  const rows = (await table.readAround(beginning, MOST_PAGES)).filter(
    ([folded, , kind]) => kind === 'postcode' && folded.startsWith(beginning),
  );
  return rows
    .map((row) => ({ row, shared: countShared(row[0], postcode), apart: countApart(row[0], postcode) }))
    .sort((a, b) => b.shared - a.shared || a.apart - b.apart || b.row[6] - a.row[6])
    .slice(0, MOST_NEAR)
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
