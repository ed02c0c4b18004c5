import { zxyToTileId } from 'pmtiles';
import { UNITS } from './detail.ts';

/** A line, a ring (closed without saying so) or some points: x, y, x, y … */
export type Part = number[];

/** Twice the area within a ring; positive where it runs clockwise on a screen, as outer rings do. */
export function measureRing(ring: Part): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  }
  return sum;
}

export function measureLine(line: Part): number {
  let sum = 0;
  for (let at = 2; at < line.length; at += 2) {
    sum += Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!);
  }
  return sum;
}

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

const LEVEL = Math.log2(UNITS);

/**
 * Has parts follow one another along a Hilbert curve: the way from one to the next is short then, and packs into fewer bytes.
 * @param parts in UNITS; those that `isTail` tells go with the part before them
 */
export function orderParts(parts: readonly Part[], isTail: (part: Part) => boolean): Part[] {
  const chains: { place: number; parts: Part[] }[] = [];
  for (const part of parts) {
    const last = chains.at(-1);
    if (last !== undefined && isTail(part)) last.parts.push(part);
    else chains.push({ place: placeOf(part), parts: [part] });
  }
  return chains.sort((a, b) => a.place - b.place).flatMap((chain) => chain.parts);
}

/** How far along the curve, which PMTiles counts tiles along, a part begins. */
function placeOf([x = 0, y = 0]: Part): number {
  const clamp = (value: number) => Math.max(0, Math.min(value, UNITS - 1));
  return zxyToTileId(LEVEL, clamp(x), clamp(y));
}
