import { CENTROID_STEPS } from '../src/lib/snapshot-format/block-table.ts';
import { AXIS_BITS, unitX, unitY } from '../src/lib/snapshot-format/mercator.ts';
import type { SortedPoints } from './sort-points.ts';

export interface Centroid {
  centroidX: number;
  centroidY: number;
}

/**
 * Where the centroid of some points of a square lies: 64ths of the square's side from its north-western corner, whole.
 * @param ordinals at least one, all in one square of the level
 */
export function findCentroid(
  { points, rows }: SortedPoints,
  ordinals: Iterable<number>,
  level: number,
): Centroid {
  const side = 2 ** (AXIS_BITS - level);
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  for (const ordinal of ordinals) {
    const row = rows[ordinal]!;
    sumX += unitX(points.longitudes[row]!) % side;
    sumY += unitY(points.latitudes[row]!) % side;
    count++;
  }
  const step = (sum: number) => Math.floor((sum / count / side) * CENTROID_STEPS);
  return { centroidX: step(sumX), centroidY: step(sumY) };
}
