import { roundDegrees } from '#network/snapshot-format/table-rows.ts';

/** The median, rounded; of an even number of values, the lower middle one, so that it is one of the values. */
export function findMedian(rows: readonly number[], values: Float64Array): number {
  const sorted = Float64Array.from(rows, (row) => values[row]!).sort();
  return roundDegrees(sorted[(sorted.length - 1) >> 1]!);
}
