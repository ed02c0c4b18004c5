import { zxyToTileId } from 'pmtiles';
import { UNITS } from './detail.ts';

/** A line, a ring (implicitly closed) or points, as x, y, x, y … */
export type GeometryPart = number[];

/** Twice the signed area of a ring; positive if it is clockwise on the screen, as outer rings are. */
export function measureRingArea(ring: GeometryPart): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  }
  return sum;
}

/**
 * Clips a ring to a box (Sutherland–Hodgman). Parts outside it are replaced by edges along the box.
 * @param least minimum of both coordinates; `most` is the maximum: the box is a square
 * @returns a ring, empty if nothing is left
 */
export function clipRing(ring: GeometryPart, least: number, most: number): GeometryPart {
  let clipped = ring;
  for (const axis of [0, 1] as const) {
    clipped = clipAt(clipped, axis, least, 1);
    clipped = clipAt(clipped, axis, most, -1);
  }
  return clipped;
}

/** Clips at a line perpendicular to an axis. @param side 1 to keep greater values, -1 to keep smaller ones */
function clipAt(ring: GeometryPart, axis: 0 | 1, limit: number, side: 1 | -1): GeometryPart {
  const isInside = (at: number) => (ring[at + axis]! - limit) * side >= 0;
  const retained: GeometryPart = [];
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    if (isInside(at) !== isInside(before)) {
      const share = (limit - ring[before + axis]!) / (ring[at + axis]! - ring[before + axis]!);
      const other = 1 - axis;
      const crossing = Math.round(
        ring[before + other]! + (ring[at + other]! - ring[before + other]!) * share,
      );
      retained.push(...(axis === 0 ? [limit, crossing] : [crossing, limit]));
    }
    if (isInside(at)) retained.push(ring[at]!, ring[at + 1]!);
  }
  return retained;
}

const LEVEL = Math.log2(UNITS);

/**
 * Sorts parts along a Hilbert curve, which makes the differences between consecutive positions small: the tile compresses better.
 * @param parts in UNITS; those for which `isTail` is true stay behind the part before them
 */
export function orderParts(
  parts: readonly GeometryPart[],
  isTail: (part: GeometryPart) => boolean,
): GeometryPart[] {
  const chains: { place: number; parts: GeometryPart[] }[] = [];
  for (const part of parts) {
    const last = chains.at(-1);
    if (last !== undefined && isTail(part)) last.parts.push(part);
    else chains.push({ place: placeOf(part), parts: [part] });
  }
  return chains.sort((a, b) => a.place - b.place).flatMap((chain) => chain.parts);
}

/** Returns the position of a part's start on the Hilbert curve of PMTiles' tile ids. */
function placeOf([x = 0, y = 0]: GeometryPart): number {
  const clamp = (value: number) => Math.max(0, Math.min(value, UNITS - 1));
  return zxyToTileId(LEVEL, clamp(x), clamp(y));
}
