import { WORLD } from '#network/snapshot-format/mercator.ts';

/** A position in Mercator units, with fractions. */
export type MapPosition = [x: number, y: number];

/** Minimum width or height of an island or a lake, in tolerances. Smaller ones are omitted. */
export const MIN_ISLAND = 3;

/**
 * Simplifies a path (Douglas–Peucker): drops positions within `tolerance` of the remaining line. Keeps the ends, so that connected
 * paths stay connected.
 */
export function simplifyPath(path: readonly MapPosition[], tolerance: number): MapPosition[] {
  if (path.length < 3) return [...path];
  const isRetained = new Uint8Array(path.length);
  isRetained[0] = isRetained[path.length - 1] = 1;
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
    isRetained[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return path.filter((_, at) => isRetained[at] === 1);
}

function distanceToSegment([x, y]: MapPosition, [x1, y1]: MapPosition, [x2, y2]: MapPosition): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - share * (x2 - x1), y - y1 - share * (y2 - y1));
}

/**
 * Unrolls a path that crosses the antimeridian: instead of jumping to the other edge of the world, it continues in the next
 * copy of the world. World-atlas joins countries across the antimeridian.
 */
export function unrollPath(path: readonly MapPosition[]): MapPosition[] {
  let shift = 0;
  return path.map(([x, y], at) => {
    const previous = path[at - 1]?.[0] ?? x;
    if (x - previous > WORLD / 2) shift -= WORLD;
    if (previous - x > WORLD / 2) shift += WORLD;
    return [x + shift, y];
  });
}

/**
 * Removes the last position of an unrolled GeoJSON ring, which repeats the first. Antarctica's coast spans the whole world and
 * doesn't return to its first position, so it is closed along the southern edge.
 */
export function openRing(ring: readonly MapPosition[]): MapPosition[] {
  const first = ring[0]!;
  const last = ring.at(-1)!;
  if (Math.abs(last[0] - first[0]) < WORLD / 2) return ring.slice(0, -1);
  return [...ring, [last[0], WORLD], [first[0], WORLD]];
}

/** Computes twice the signed area and the centroid of a ring. */
export function measureRing(ring: readonly MapPosition[]): { doubleArea: number; centroid: MapPosition } {
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

/** Whether a ring is an area, and wider or higher than `least`. */
export function spans(ring: readonly MapPosition[], least: number): boolean {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  const span = (values: number[]) =>
    values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
  return ring.length > 2 && Math.max(span(xs), span(ys)) > least;
}
