/** A town of Andorra, with its parish and the parish's postcode. */
export interface Parish {
  town: string;
  parish: string;
  postcode: string;
  latitude: number;
  longitude: number;
}

const town = (
  name: string,
  postcode: string,
  latitude: number,
  longitude: number,
  parish = name,
): Parish => ({ town: name, parish, postcode, latitude, longitude });

const TOWNS: readonly Parish[] = [
  town('Canillo', 'AD100', 42.5676, 1.5976),
  town('Encamp', 'AD200', 42.5361, 1.5828),
  town('El Pas de la Casa', 'AD200', 42.5425, 1.7334, 'Encamp'),
  town('Ordino', 'AD300', 42.5563, 1.5332),
  town('La Massana', 'AD400', 42.545, 1.5148),
  town('Andorra la Vella', 'AD500', 42.5063, 1.5218),
  town('Sant Julià de Lòria', 'AD600', 42.4637, 1.4913),
  town('Escaldes-Engordany', 'AD700', 42.5092, 1.5387),
];

type Place = Pick<Parish, 'latitude' | 'longitude'>;

/** Finds the town with the nearest centre, which approximates the towns' areas. */
export function nearestParish(place: Place): Parish {
  return TOWNS.reduce((nearest, town) => (measure(town, place) < measure(nearest, place) ? town : nearest));
}

/** In degrees; about 1.2 km. */
const TOWN_RADIUS = 0.011;

/** Whether a place is in a town, and not on a road between towns. */
export const isInTown = (place: Place): boolean => measure(nearestParish(place), place) < TOWN_RADIUS;

function measure(town: Place, { latitude, longitude }: Place): number {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(town.latitude - latitude, (town.longitude - longitude) * shrink);
}
