import type { RejectedItem } from '../src/lib/contract/point.ts';
import type { PointColumns } from './point-columns.ts';
import { countBy, groupBy } from './group.ts';
import type { Positions } from './place-spots.ts';

/** Of fewer points than this nobody can tell where a country lies. */
const FEWEST = 10;
/** The part of a country's points on either side of an axis that doesn't count: dirt, islands, overseas. */
const TAIL = 0.1;
/** The smallest spread that a country is taken to have, degrees. */
const MIN_SPREAD = 1;
/** How many times as many neighbours a point must have where it would lie exchanged. */
const MORE_NEIGHBOURS = 5;

/**
 * Finds points whose latitude and longitude were exchanged: they stand far from the bulk of their country's points (by more than
 * the width of that bulk), and exchanged they stand among others of it, on the mainland or on an island. Where a country lies
 * is told by its own points, so there is no table of countries to keep, and a new country needs nothing. A country about as far
 * east as north can't be told from its mirror image and loses nothing.
 * @returns what to set aside, by row
 */
export function findSwapped(points: PointColumns): Map<number, RejectedItem> {
  const { latitudes, longitudes, classes, classLabels } = points;
  const swapped = new Map<number, RejectedItem>();
  const countries = groupBy(points.ids.keys(), (row) => classLabels[classes[row]!]!.country || null);
  for (const [country, rows] of countries) {
    if (rows.length < FEWEST) continue;
    const isFarInLatitude = findBulk(rows, latitudes);
    const isFarInLongitude = findBulk(rows, longitudes);
    const far = rows.filter((row) => isFarInLatitude(latitudes[row]!) || isFarInLongitude(longitudes[row]!));
    if (far.length === 0) continue;
    const countNear = countByCell(rows, points);
    for (const row of far) {
      const lat = latitudes[row]!;
      const lon = longitudes[row]!;
      if (countNear(lon, lat) < MORE_NEIGHBOURS * countNear(lat, lon)) continue;
      const problem = `coordinates: ${lat}, ${lon} lies far outside ${country}; exchanged, it lies inside`;
      swapped.set(row, { id: points.ids[row]!, reason: 'coordinates_swapped', problem });
    }
  }
  return swapped;
}

/** @returns whether a value lies far from the bulk of them, on either side */
function findBulk(rows: readonly number[], values: Float64Array): (value: number) => boolean {
  const sorted = Float64Array.from(rows, (row) => values[row]!).sort();
  const tail = Math.floor((sorted.length - 1) * TAIL);
  const low = sorted[tail]!;
  const high = sorted[sorted.length - 1 - tail]!;
  const width = Math.max(high - low, MIN_SPREAD);
  return (value) => value < low - width || value > high + width;
}

const CELLS_ROUND = 360;

/**
 * Counts points in cells of one degree.
 * @returns how many of them lie in the cell of a position and the eight around it
 */
function countByCell(
  rows: readonly number[],
  { latitudes, longitudes }: Positions,
): (latitude: number, longitude: number) => number {
  const counts = countBy(rows, (row) => cellOf(latitudes[row]!, longitudes[row]!));
  return (latitude, longitude) => {
    const middle = cellOf(latitude, longitude);
    let sum = 0;
    for (const line of [-CELLS_ROUND, 0, CELLS_ROUND]) {
      for (const column of [-1, 0, 1]) sum += counts.get(middle + line + column) ?? 0;
    }
    return sum;
  };
}

function cellOf(latitude: number, longitude: number): number {
  return Math.floor(latitude + 90) * CELLS_ROUND + Math.floor(longitude + 180);
}
