import { holdsPoint } from '#network/clusters.ts';
import type { PointSource, StoredPoint } from '#network/point-source.ts';

/** Higher zooms show no more about a point's position. */
const NEAREST_ZOOM = 17;

/**
 * Finds the first zoom, starting at `from`, at which a point is drawn alone or in a stack at its position; the highest zoom if
 * there is none.
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
