import { keyX, keyY } from './snapshot-format/morton.ts';

/**
 * Points sorted by Morton key, one typed array per column; immutable. The points in a square of the map are a range of positions,
 * found by two binary searches; their number takes one subtraction and their centroid two more.
 */
export interface SortedColumns {
  readonly length: number;
  /** Ascending. */
  readonly keys: Float64Array;
  /** The record of each key. */
  readonly slots: Uint32Array;
  /**
   * Running sums of x and y in integer units, one longer than the columns: positions a to b sum to sums[b] - sums[a].
   * Exact up to 2^27 points (a unit has 26 bits, a double 53).
   */
  readonly sumsX: Float64Array;
  readonly sumsY: Float64Array;
}

/** Makes columns of ascending keys and their records. */
export function makeColumns(keys: Float64Array, slots: Uint32Array): SortedColumns {
  const { length } = keys;
  const sumsX = new Float64Array(length + 1);
  const sumsY = new Float64Array(length + 1);
  keys.forEach((key, at) => {
    sumsX[at + 1] = sumsX[at]! + keyX(key);
    sumsY[at + 1] = sumsY[at]! + keyY(key);
  });
  return { length, keys, slots, sumsX, sumsY };
}
