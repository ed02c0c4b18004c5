import type { Box } from '../../src/lib/map/base-map-file.ts';
import { WORLD } from '../../src/lib/snapshot-format/mercator.ts';

/** Mercator units, with fractions until they are encoded. */
export type Position = [x: number, y: number];

/**
 * Leaves out positions that lie nearer than `tolerance` to the line without them (Douglas and Peucker). The ends stay, so that
 * paths which meet still do.
 */
export function simplifyPath(path: readonly Position[], tolerance: number): Position[] {
  if (path.length < 3) return [...path];
  const keeps = new Uint8Array(path.length);
  keeps[0] = keeps[path.length - 1] = 1;
  const open: [number, number][] = [[0, path.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let greatest = tolerance;
    for (let at = first + 1; at < last; at++) {
      const distance = distanceToSegment(path[at]!, path[first]!, path[last]!);
      if (distance <= greatest) continue;
      greatest = distance;
      farthest = at;
    }
    if (farthest < 0) continue;
    keeps[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return path.filter((_, at) => keeps[at] === 1);
}

function distanceToSegment([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1));
}

/**
 * World-atlas sews countries together across the antimeridian, so a path may jump from one edge of the world to the other. This
 * lets it run on into the next copy of the world instead.
 */
export function unrollPath(path: readonly Position[]): Position[] {
  let shift = 0;
  return path.map(([x, y], at) => {
    const previous = path[at - 1]?.[0] ?? x;
    if (x - previous > WORLD / 2) shift -= WORLD;
    if (previous - x > WORLD / 2) shift += WORLD;
    return [x + shift, y];
  });
}

/**
 * An unrolled ring of GeoJSON without its last position, which repeats the first. Antarctica's coast doesn't come back to the first
 * but goes all the way round the world: it closes along the southern edge.
 */
export function openRing(ring: readonly Position[]): Position[] {
  const first = ring[0]!;
  const last = ring.at(-1)!;
  if (Math.abs(last[0] - first[0]) < WORLD / 2) return ring.slice(0, -1);
  return [...ring, [last[0], WORLD], [first[0], WORLD]];
}

/** An unrolled path in each copy of the world that it may reach into. */
export function repeatPath(path: readonly Position[]): Position[][] {
  return [-WORLD, 0, WORLD].map((shift) => path.map(([x, y]) => [x + shift, y]));
}

/** Twice the signed area and the centroid of a ring. */
export function measureRing(ring: readonly Position[]): { doubleArea: number; centroid: Position } {
  let doubleArea = 0;
  let sumX = 0;
  let sumY = 0;
  ring.forEach(([x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!;
    const cross = x * nextY - nextX * y;
    doubleArea += cross;
    sumX += (x + nextX) * cross;
    sumY += (y + nextY) * cross;
  });
  return { doubleArea, centroid: [sumX / (3 * doubleArea), sumY / (3 * doubleArea)] };
}

/** A ring's part inside a box (Sutherland and Hodgman); empty when there is none. */
export function clipRing(ring: readonly Position[], box: Box): Position[] {
  let inside = [...ring];
  for (const [axis, limit, keepsAbove] of sidesOf(box)) {
    const before = inside;
    inside = [];
    before.forEach((position, at) => {
      const previous = before[(at + before.length - 1) % before.length]!;
      const isIn = keepsAbove ? position[axis] >= limit : position[axis] <= limit;
      const wasIn = keepsAbove ? previous[axis] >= limit : previous[axis] <= limit;
      if (isIn !== wasIn) inside.push(crossing(previous, position, axis, limit));
      if (isIn) inside.push(position);
    });
  }
  return inside;
}

/** A line's parts inside a box. */
export function clipLine(line: readonly Position[], box: Box): Position[][] {
  let parts: Position[][] = [[...line]];
  for (const [axis, limit, keepsAbove] of sidesOf(box)) {
    const isIn = (position: Position) => (keepsAbove ? position[axis] >= limit : position[axis] <= limit);
    parts = parts.flatMap((part) => cutLine(part, isIn, (from, to) => crossing(from, to, axis, limit)));
  }
  return parts;
}

function cutLine(
  line: readonly Position[],
  isIn: (position: Position) => boolean,
  cross: (from: Position, to: Position) => Position,
): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  line.forEach((position, at) => {
    const previous = line[at - 1];
    if (previous && isIn(previous) !== isIn(position)) part.push(cross(previous, position));
    if (isIn(position)) part.push(position);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  });
  if (part.length > 0) parts.push(part);
  return parts.filter((each) => each.length > 1);
}

function sidesOf({ west, north, east, south }: Box): [axis: 0 | 1, limit: number, keepsAbove: boolean][] {
  return [
    [0, west, true],
    [0, east, false],
    [1, north, true],
    [1, south, false],
  ];
}

function crossing(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - from[axis]) / (to[axis] - from[axis]);
  // The limit itself, not a value next to it: what lies on the box is told from a coast by being equal.
  return axis === 0
    ? [limit, from[1] + share * (to[1] - from[1])]
    : [from[0] + share * (to[0] - from[0]), limit];
}
