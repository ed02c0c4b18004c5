/** A town of Andorra, the parish that it is in, and the parish's postcode. */
export interface Parish {
  town: string;
  parish: string;
  postcode: string;
  latitude: number;
  longitude: number;
}

const TOWNS: readonly Parish[] = [
  { town: 'Canillo', parish: 'Canillo', postcode: 'AD100', latitude: 42.5676, longitude: 1.5976 },
  { town: 'Encamp', parish: 'Encamp', postcode: 'AD200', latitude: 42.5361, longitude: 1.5828 },
  { town: 'El Pas de la Casa', parish: 'Encamp', postcode: 'AD200', latitude: 42.5425, longitude: 1.7334 },
  { town: 'Ordino', parish: 'Ordino', postcode: 'AD300', latitude: 42.5563, longitude: 1.5332 },
  { town: 'La Massana', parish: 'La Massana', postcode: 'AD400', latitude: 42.545, longitude: 1.5148 },
  {
    town: 'Andorra la Vella',
    parish: 'Andorra la Vella',
    postcode: 'AD500',
    latitude: 42.5063,
    longitude: 1.5218,
  },
  {
    town: 'Sant Julià de Lòria',
    parish: 'Sant Julià de Lòria',
    postcode: 'AD600',
    latitude: 42.4637,
    longitude: 1.4913,
  },
  {
    town: 'Escaldes-Engordany',
    parish: 'Escaldes-Engordany',
    postcode: 'AD700',
    latitude: 42.5092,
    longitude: 1.5387,
  },
];

interface Place {
  latitude: number;
  longitude: number;
}

/** The town whose centre is nearest; close enough for what is made up. */
export function nearestParish(place: Place): Parish {
  return TOWNS.reduce((nearest, town) => (measure(town, place) < measure(nearest, place) ? town : nearest));
}

/** A kilometre or so, in degrees. */
const TOWN_RADIUS = 0.011;

/** Whether a place is in a town, where people fetch parcels, and not on the road between two. */
export const isInTown = (place: Place): boolean => measure(nearestParish(place), place) < TOWN_RADIUS;

function measure(town: Place, { latitude, longitude }: Place): number {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(town.latitude - latitude, (town.longitude - longitude) * shrink);
}
