import { distanceMetres, type Position } from '#network/distance.ts';
import { projectLatitude, unitsOfMetres, unitsOfPixels } from '#network/snapshot-format/mercator.ts';

/** Number of rows that a search shows first; their points are in view. */
export const FIRST_ROWS = 10;
/** Width into which they must fit: also on phones, where the map is only a strip. */
const FIT_PIXELS = 240;
/** Close enough to tell points apart, with the streets around. */
const MAX_ZOOM = 15;

/** The zoom at which a map around a place shows these points; at least the given one, which shows the place. */
export function zoomForRows(place: Position, points: readonly Position[], atLeast: number): number {
  if (points.length === 0) return atLeast;
  const reach = Math.max(1, ...points.map((point) => distanceMetres(place, point)));
  const width = unitsOfMetres(2 * reach, projectLatitude(place.latitude));
  const zoom = Math.floor(Math.log2(unitsOfPixels(FIT_PIXELS, 0) / width));
  return Math.max(atLeast, Math.min(MAX_ZOOM, zoom));
}
