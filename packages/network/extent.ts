import type { Position } from './distance.ts';
import type { Bounds } from './point-source.ts';

/**
 * The bounding box of all positions; null without positions. It leaves out the widest gap between longitudes, so it may cross the
 * antimeridian; `east` is above 180 then.
 */
export function extentOf(positions: Iterable<Position>): Bounds | null {
  // Minimum and maximum longitude in each whole degree; gaps within one degree can be ignored, as they are never the widest.
  const least = new Float64Array(360).fill(Infinity);
  const greatest = new Float64Array(360).fill(-Infinity);
  let south = Infinity;
  let north = -Infinity;
  for (const { latitude, longitude } of positions) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    const degree = Math.min(359, Math.floor(longitude + 180));
    least[degree] = Math.min(least[degree]!, longitude);
    greatest[degree] = Math.max(greatest[degree]!, longitude);
  }
  if (south > north) return null;
  return { south, north, ...smallestArc(least, greatest) };
}

function smallestArc(least: Float64Array, greatest: Float64Array): { west: number; east: number } {
  const used = [...least.keys()].filter((degree) => least[degree]! <= greatest[degree]!);
  let widest = -Infinity;
  let arc = { west: -180, east: 180 };
  used.forEach((degree, at) => {
    const wraps = at === used.length - 1;
    const next = least[used[wraps ? 0 : at + 1]!]! + (wraps ? 360 : 0);
    const gap = next - greatest[degree]!;
    // On a tie, the last gap, across the antimeridian, wins: a box that doesn't cross it is simpler.
    if (gap < widest || (gap === widest && !wraps)) return;
    widest = gap;
    arc = wraps
      ? { west: next - 360, east: greatest[degree]! }
      : { west: next, east: greatest[degree]! + 360 };
  });
  return arc;
}
