import type { Part } from './part.ts';

/**
 * Cuts off what of a ring lies beyond a box (Sutherland and Hodgman). What was beyond it runs along the box's edges.
 * @param least of both coordinates, and `most`: the box is a square
 * @returns a ring, empty where nothing is left
 */
export function clipRing(ring: Part, least: number, most: number): Part {
  let clipped = ring;
  for (const axis of [0, 1] as const) {
    clipped = clipAt(clipped, axis, least, 1);
    clipped = clipAt(clipped, axis, most, -1);
  }
  return clipped;
}

/** Keeps what lies on one side of a line across an axis. @param side 1: greater values, -1: smaller ones */
function clipAt(ring: Part, axis: 0 | 1, limit: number, side: 1 | -1): Part {
  const isKept = (at: number) => (ring[at + axis]! - limit) * side >= 0;
  const kept: Part = [];
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    if (isKept(at) !== isKept(before)) {
      const share = (limit - ring[before + axis]!) / (ring[at + axis]! - ring[before + axis]!);
      const other = 1 - axis;
      const crossing = Math.round(
        ring[before + other]! + (ring[at + other]! - ring[before + other]!) * share,
      );
      kept.push(...(axis === 0 ? [limit, crossing] : [crossing, limit]));
    }
    if (isKept(at)) kept.push(ring[at]!, ring[at + 1]!);
  }
  return kept;
}
