import type { RejectedItem } from '#platform/point.ts';
import { findArea } from './country-areas.ts';
import { countBy } from './group.ts';
import type { PointColumns } from './point-table.ts';

export const MAX_EXAMPLES = 5;

/** Points of a country that lie outside it. */
export interface Misplaced {
  country: string;
  /** All points of the country. */
  points: number;
  /** Those that lie inside it with latitude and longitude exchanged. */
  exchanged: number;
  /** The others outside. */
  outside: number;
  /** A few of each, as text. */
  examples: { exchanged: string[]; outside: string[] };
}

/**
 * Finds points that lie outside their country's boundaries. Those that would lie inside with latitude and longitude exchanged are
 * to be set aside. In a country about as far east as north, exchanged points still lie inside, so this doesn't find them.
 * @returns the items to set aside, by row, and a count for each country that has points outside
 */
export function findMisplaced(points: PointColumns) {
  const { ids, latitudes, longitudes, classes, classLabels } = points;
  const countryOf = (row: number) => classLabels[classes[row]!]!.country;
  const swapped = new Map<number, RejectedItem>();
  const found = new Map<string, Misplaced>();
  for (const [row, id] of ids.entries()) {
    const country = countryOf(row);
    const isInside = findArea(country);
    const [latitude, longitude] = [latitudes[row]!, longitudes[row]!];
    if (isInside === null || isInside(latitude, longitude)) continue;
    const misplaced = found.get(country) ?? startCount(country);
    found.set(country, misplaced);
    const kind = isInside(longitude, latitude) ? 'exchanged' : 'outside';
    misplaced[kind]++;
    if (misplaced.examples[kind].length < MAX_EXAMPLES)
      misplaced.examples[kind].push(`${id} at ${latitude}, ${longitude}`);
    if (kind === 'outside') continue;
    const problem = `coordinates: ${latitude}, ${longitude} lies outside ${country}; exchanged, it lies inside`;
    swapped.set(row, { id, reason: 'coordinates_swapped', problem });
  }
  const counts = found.size > 0 ? countBy(ids.keys(), countryOf) : new Map<string, number>();
  for (const misplaced of found.values()) misplaced.points = counts.get(misplaced.country)!;
  const most = ({ exchanged, outside }: Misplaced) => exchanged + outside;
  return { swapped, misplaced: [...found.values()].sort((a, b) => most(b) - most(a)) };
}

function startCount(country: string): Misplaced {
  return { country, points: 0, exchanged: 0, outside: 0, examples: { exchanged: [], outside: [] } };
}
