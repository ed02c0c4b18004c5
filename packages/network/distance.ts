const EARTH_RADIUS_METRES = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Farther than anyone travels for a parcel. */
export const FAR_METRES = 100_000;

export interface Position {
  latitude: number;
  longitude: number;
}

/** Great-circle distance on a sphere of the earth's mean radius, metres (haversine). */
export function distanceMetres(from: Position, to: Position): number {
  const north = Math.sin(((to.latitude - from.latitude) * RADIANS) / 2);
  const east = Math.sin(((to.longitude - from.longitude) * RADIANS) / 2);
  const square =
    north * north + Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * east * east;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(square)));
}

/**
 * Distance from a position to the nearest point of a box, metres; 0 inside. The nearest point is on the position's own
 * meridian if the box spans it, otherwise on the box's nearer meridian: at one of its ends, or where a great circle from
 * the position meets it at a right angle.
 */
export function distanceToBoxMetres(
  from: Position,
  { west, south, east, north }: { west: number; south: number; east: number; north: number },
): number {
  const { latitude, longitude } = from;
  const eastwards = (((longitude - west) % 360) + 360) % 360;
  if (eastwards <= east - west) {
    return distanceMetres(from, { longitude, latitude: Math.max(south, Math.min(north, latitude)) });
  }
  return Math.min(distanceToMeridian(west), distanceToMeridian(east));

  function distanceToMeridian(meridian: number): number {
    const across = Math.cos((meridian - longitude) * RADIANS);
    const foot = Math.atan2(Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS) * across) / RADIANS;
    const latitudes = foot > south && foot < north ? [south, north, foot] : [south, north];
    return Math.min(
      ...latitudes.map((each) => distanceMetres(from, { latitude: each, longitude: meridian })),
    );
  }
}
