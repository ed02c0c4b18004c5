/**
 * Web Mercator (EPSG:3857) in integer units: the world is 2^26 units wide and high, x grows eastwards from the
 * antimeridian, y southwards from the northern edge. A unit is 0.6 m at the equator and exactly one pixel at zoom 18.
 */
export const AXIS_BITS = 26;
export const WORLD = 2 ** AXIS_BITS;

/** Latitude of the edge of the Mercator square; anything closer to a pole is drawn on the edge. */
const LATITUDE_LIMIT = 85.05112877980659;
const EQUATOR_METRES = 40_075_016.686;
const TILE_PIXELS = 256;

/**
 * Converts degrees to fractional units without wrapping: 190° is 1/36 of the world's width east of the
 * eastern edge.
 */
export function projectLongitude(longitude: number): number {
  return (longitude / 360 + 0.5) * WORLD;
}

/** Converts degrees to fractional units; clamps latitudes to Mercator's limit. */
export function projectLatitude(latitude: number): number {
  const clamped = Math.max(-LATITUDE_LIMIT, Math.min(LATITUDE_LIMIT, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  const fraction = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.max(0, Math.min(1, fraction)) * WORLD;
}

/** The integer unit of a longitude, wrapped into the world. */
export function unitX(longitude: number): number {
  const x = Math.floor(projectLongitude(longitude));
  return ((x % WORLD) + WORLD) % WORLD;
}

/** The integer unit of a latitude. */
export function unitY(latitude: number): number {
  return Math.min(WORLD - 1, Math.floor(projectLatitude(latitude)));
}

/** Converts units to degrees. If x is in another copy of the world, so is the longitude. */
export function longitudeAt(x: number): number {
  return (x / WORLD - 0.5) * 360;
}

export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI;
}

/** Units that a length on the ground spans at a given y. */
export function unitsOfMetres(metres: number, y: number): number {
  // Mercator stretches by 1 / cos(latitude), which is cosh of the projected height.
  return (metres / EQUATOR_METRES) * WORLD * Math.cosh(Math.PI * (1 - (2 * y) / WORLD));
}

/** Units that a length on the screen spans at a map zoom of 256-pixel tiles. */
export function unitsOfPixels(pixels: number, zoom: number): number {
  return (pixels * WORLD) / (TILE_PIXELS * 2 ** zoom);
}
