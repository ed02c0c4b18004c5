import { AXIS_BITS } from '../src/lib/snapshot-format/mercator.ts';
import { keysInSquare } from '../src/lib/snapshot-format/morton.ts';
import { firstAtOrAbove } from '../src/lib/network/sorted-columns.ts';

export interface Square {
  level: number;
  /** First Morton key. */
  key: number;
  /** Ordinals of its points: from `start`, `count` of them. */
  start: number;
  count: number;
}

/**
 * Divides the world until no square holds more than so many points, or can't be divided any further.
 * @param keys ascending
 * @returns all squares in the order of their keys, empty ones included: they tile the world
 */
export function cutSquares(keys: Float64Array, mostPoints: number): Square[] {
  const squares: Square[] = [];
  function cut(level: number, key: number, start: number, end: number): void {
    if (end - start <= mostPoints || level === AXIS_BITS) {
      squares.push({ level, key, start, count: end - start });
      return;
    }
    const quarter = keysInSquare(level + 1);
    let from = start;
    for (let part = 0; part < 4; part++) {
      const to = part === 3 ? end : firstAtOrAbove(keys, key + (part + 1) * quarter, from, end);
      cut(level + 1, key + part * quarter, from, to);
      from = to;
    }
  }
  cut(0, 0, 0, keys.length);
  return squares;
}
