import type { SetAside } from '../src/lib/contract/point.ts';
import type { PointColumns } from './point-columns.ts';
import { countByCell } from './neighbours.ts';

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
export function findSwapped(points: PointColumns): Map<number, SetAside> {
  const { latitudes, longitudes } = points;
  const swapped = new Map<number, SetAside>();
  for (const [country, rows] of rowsByCountry(points)) {
    if (country === '' || rows.length < FEWEST) continue;
    const latitude = measureSpread(rows, latitudes);
    const longitude = measureSpread(rows, longitudes);
    const far = rows.filter((row) => isFar(latitude, latitudes[row]!) || isFar(longitude, longitudes[row]!));
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

function rowsByCountry({ length, classes, classLabels }: PointColumns): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < length; row++) {
    const { country } = classLabels[classes[row]!]!;
    const own = rows.get(country);
    if (own === undefined) rows.set(country, [row]);
    else own.push(row);
  }
  return rows;
}

interface Spread {
  low: number;
  high: number;
  width: number;
}

function measureSpread(rows: readonly number[], values: Float64Array): Spread {
  const sorted = Float64Array.from(rows, (row) => values[row]!).sort();
  const tail = Math.floor((sorted.length - 1) * TAIL);
  const low = sorted[tail]!;
  const high = sorted[sorted.length - 1 - tail]!;
  return { low, high, width: Math.max(high - low, MIN_SPREAD) };
}

function isFar({ low, high, width }: Spread, value: number): boolean {
  return value < low - width || value > high + width;
}
