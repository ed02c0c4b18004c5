import { distanceMetres, type Position } from '../network/distance.ts';

const EQUATOR_METRES = 40_075_016.686;
const TILE_PIXELS = 256;
/** Rows that a search shows first; their points are in view. */
export const FIRST_ROWS = 10;
/** Width in which they fit, also on a phone, where the map is a strip. */
const FIT_PIXELS = 240;
/** Close enough to tell points apart, with the streets around. */
const MAX_ZOOM = 15;

/** The zoom at which a map around a place shows these points; at least the given one, which shows the place. */
export function zoomForRows(place: Position, points: readonly Position[], atLeast: number): number {
  if (points.length === 0) return atLeast;
  const reach = Math.max(...points.map((point) => distanceMetres(place, point)));
  const equator = EQUATOR_METRES * Math.cos((place.latitude * Math.PI) / 180);
  const zoom = Math.floor(Math.log2((equator * FIT_PIXELS) / (TILE_PIXELS * 2 * Math.max(1, reach))));
  return Math.max(atLeast, Math.min(MAX_ZOOM, zoom));
}
