import { DEEPEST_ZOOM } from './clusters.ts';
import { distanceMetres, distanceToBoxMetres, type Position } from './distance.ts';
import type { NearestPoint } from './nearest.ts';
import type { Bounds, PointSource, StoredPoint } from './point-source.ts';

/** Half the size of the first searched box, as a fraction of the view's sides. */
const FIRST_PART = 2 ** -8;

/**
 * Finds the points of a view that are nearest to a position, in a list that is still being read and has no index by distance.
 * Searches boxes around the position, each twice as wide as the last, until points outside can't be nearer.
 * @param matches whether to include a point
 */
export function findNearestInView(
  source: Pick<PointSource, 'clustersIn'>,
  bounds: Bounds,
  position: Position,
  amount: number,
  matches: (point: StoredPoint) => boolean,
): { points: NearestPoint[]; more: boolean } {
  for (let part = FIRST_PART; ; part *= 2) {
    const box = boxAround(position, bounds, part);
    const reach = Math.min(...stripsAround(box, bounds).map((strip) => distanceToBoxMetres(position, strip)));
    const near = source
      .clustersIn(box, DEEPEST_ZOOM)
      .flatMap(({ members }) => members)
      .filter((point) => isInView(box, point) && matches(point))
      .map((point) => ({ point, distanceMetres: distanceMetres(position, point) }))
      .sort((a, b) => a.distanceMetres - b.distanceMetres || (a.point.id < b.point.id ? -1 : 1));
    if (reach === Infinity) return { points: near.slice(0, amount), more: near.length > amount };
    const certain = near.filter((point) => point.distanceMetres < reach);
    if (certain.length >= amount) return { points: certain.slice(0, amount), more: true };
  }
}

/** A part of the view around a position or, if that is outside, around the nearest place in the view. */
function boxAround({ latitude, longitude }: Position, bounds: Bounds, part: number): Bounds {
  const { west, south, east, north } = bounds;
  const halfWidth = (east - west) * part;
  const halfHeight = (north - south) * part;
  const column = within(wrapLongitude(longitude, west), west, east);
  const row = within(latitude, south, north);
  return {
    west: Math.max(west, column - halfWidth),
    east: Math.min(east, column + halfWidth),
    south: Math.max(south, row - halfHeight),
    north: Math.min(north, row + halfHeight),
  };
}

/** The parts of a view outside a box. */
function stripsAround(box: Bounds, bounds: Bounds): Bounds[] {
  return [
    { ...bounds, east: box.west },
    { ...bounds, west: box.east },
    { ...bounds, north: box.south },
    { ...bounds, south: box.north },
  ].filter(({ west, south, east, north }) => west < east && south < north);
}

/** Whether a position is in a view, in any copy of the world. */
export function isInView({ west, south, east, north }: Bounds, { latitude, longitude }: Position): boolean {
  return latitude >= south && latitude <= north && wrapLongitude(longitude, west) <= east;
}

export function isSamePlace(a: Position, b: Position): boolean {
  return a.latitude === b.latitude && a.longitude === b.longitude;
}

/** The same longitude, wrapped into the 360° that start at `from`; a hair's breadth west of it is rounded to their end. */
function wrapLongitude(longitude: number, from: number): number {
  const east = (longitude - from) % 360;
  return from + (east < 0 ? east + 360 : east);
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
