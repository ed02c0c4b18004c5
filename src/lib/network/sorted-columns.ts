import { unitX, unitY } from '../snapshot-format/mercator.ts';
import { mortonKey } from '../snapshot-format/morton.ts';
import type { Position } from './distance.ts';
import { sortOrder } from './sort-order.ts';

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

export const NO_COLUMNS: SortedColumns = blank(0);

/** Sorts the records of the given slots. */
export function sortColumns(slots: readonly number[], positionOf: (slot: number) => Position): SortedColumns {
  const xs = new Float64Array(slots.length);
  const ys = new Float64Array(slots.length);
  const keys = new Float64Array(slots.length);
  slots.forEach((slot, at) => {
    const { latitude, longitude } = positionOf(slot);
    const x = unitX(longitude);
    const y = unitY(latitude);
    xs[at] = x;
    ys[at] = y;
    keys[at] = mortonKey(x, y);
  });
  const sorted = blank(slots.length);
  sortOrder(keys).forEach((from, at) => {
    sorted.keys[at] = keys[from]!;
    sorted.slots[at] = slots[from]!;
    sorted.sumsX[at + 1] = sorted.sumsX[at]! + xs[from]!;
    sorted.sumsY[at + 1] = sorted.sumsY[at]! + ys[from]!;
  });
  return sorted;
}

/** Merges two sets of columns; for equal keys, the rows of the first come first. */
export function mergeColumns(first: SortedColumns, second: SortedColumns): SortedColumns {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const merged = blank(first.length + second.length);
  let a = 0;
  let b = 0;
  for (let at = 0; at < merged.length; at++) {
    const takesFirst = b === second.length || (a < first.length && first.keys[a]! <= second.keys[b]!);
    if (takesFirst) copy(first, a++, merged, at);
    else copy(second, b++, merged, at);
  }
  return merged;
}

/** Copies the columns without the given slots. */
export function withoutSlots(columns: SortedColumns, gone: ReadonlySet<number>): SortedColumns {
  const kept: number[] = [];
  for (let at = 0; at < columns.length; at++) if (!gone.has(columns.slots[at]!)) kept.push(at);
  const thinned = blank(kept.length);
  kept.forEach((from, at) => copy(columns, from, thinned, at));
  return thinned;
}

function blank(length: number): SortedColumns {
  return {
    length,
    keys: new Float64Array(length),
    slots: new Uint32Array(length),
    sumsX: new Float64Array(length + 1),
    sumsY: new Float64Array(length + 1),
  };
}

/** Copies one row. Positions must be written in ascending order, as each sum is based on the previous one. */
function copy(source: SortedColumns, from: number, target: SortedColumns, at: number): void {
  target.keys[at] = source.keys[from]!;
  target.slots[at] = source.slots[from]!;
  target.sumsX[at + 1] = target.sumsX[at]! + (source.sumsX[from + 1]! - source.sumsX[from]!);
  target.sumsY[at + 1] = target.sumsY[at]! + (source.sumsY[from + 1]! - source.sumsY[from]!);
}
