import { holdsPoint } from '../network/clusters.ts';
import type { PointSource, StoredPoint } from '../network/point-source.ts';

/** Nearer than this a map of streets shows no more of where a point is. */
const NEAREST_ZOOM = 17;

/**
 * The first zoom, from one on, at which a point is drawn by itself or as one of a stack at its very spot; the nearest where that isn't known.
 * @param from integer zoom of 256-pixel tiles
 */
export function findZoomAlone(source: PointSource, point: StoredPoint, from: number): number {
  const { latitude, longitude } = point;
  const spot = { west: longitude, south: latitude, east: longitude, north: latitude };
  for (let zoom = from; zoom < NEAREST_ZOOM; zoom++) {
    const holder = source.clustersIn(spot, zoom).find((cluster) => holdsPoint(cluster, point));
    if (holder === undefined || holder.members.length > 0) return zoom;
  }
  return Math.max(from, NEAREST_ZOOM);
}
