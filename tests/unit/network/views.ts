import fc from 'fast-check';
import type { Point } from '#platform/point.ts';
import { DEEPEST_ZOOM } from '#network/clusters.ts';
import type { Position } from '#network/distance.ts';
import type { Bounds } from '#network/point-source.ts';
import {
  latitudeAt,
  longitudeAt,
  projectLatitude,
  projectLongitude,
  unitsOfPixels,
  WORLD,
} from '#network/snapshot-format/mercator.ts';

/** Computes the bounds that a screen of so many pixels shows around a position. */
export function viewAround(
  { latitude, longitude }: Position,
  zoom: number,
  width = 1024,
  height = 1024,
): Bounds {
  const x = projectLongitude(longitude);
  const y = projectLatitude(latitude);
  return {
    west: longitudeAt(x - unitsOfPixels(width / 2, zoom)),
    east: longitudeAt(x + unitsOfPixels(width / 2, zoom)),
    north: latitudeAt(Math.max(0, y - unitsOfPixels(height / 2, zoom))),
    south: latitudeAt(Math.min(WORLD, y + unitsOfPixels(height / 2, zoom))),
  };
}

export function isInView({ latitude, longitude }: Position, { west, south, east, north }: Bounds): boolean {
  const turned = longitude + 360 * Math.ceil((west - longitude) / 360);
  return turned <= east && latitude >= south && latitude <= north;
}

/**
 * Makes of points a view of some screen at some zoom, on one of them or, without points, on the antimeridian; sometimes in another
 * copy of the world.
 */
export const someScreen = fc
  .record({
    chosen: fc.nat(),
    turn: fc.constantFrom(-360, 0, 0, 0, 360),
    zoom: fc.integer({ min: 0, max: DEEPEST_ZOOM }),
    width: fc.integer({ min: 1, max: 1600 }),
    height: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ chosen, turn, zoom, width, height }) => (points: readonly Point[]) => {
    const centre = points[chosen % points.length]?.coordinates ?? { latitude: 52, longitude: 180 };
    const turned = { ...centre, longitude: centre.longitude + turn };
    return { zoom, bounds: viewAround(turned, zoom, width, height) };
  });
