import type { RejectedItem } from '../src/lib/contract/point.ts';
import type { PointColumns } from './point-columns.ts';
import { countBy, groupBy } from './group.ts';

/** With fewer points than this, a country's location can't be determined. */
const FEWEST = 10;
/** Share of a country's points at each end of an axis that is ignored: bad data, islands, overseas territories. */
const TAIL = 0.1;
/** Smallest extent assumed for a country, degrees. */
const MIN_SPREAD = 1;
/** How many times as many neighbours a point must have at its swapped position as at its own. */
const MORE_NEIGHBOURS = 5;

/**
 * Finds points whose latitude and longitude were swapped: they are far from the bulk of their country's points (by more than the
 * bulk's extent), and at the swapped position there are more points of that country. A country's location is derived from its own
 * points, so no table of countries is needed. In a country about as far east as north, swapped points lie inside it and aren't
 * found.
 * @returns the items to set aside, by row
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

/** @returns a predicate: whether a value is far from the bulk of the values, on either side */
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
 * @returns a function: how many points are in the cell of a position and its eight neighbours
 */
function countByCell(
  rows: readonly number[],
  { latitudes, longitudes }: PointColumns,
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
