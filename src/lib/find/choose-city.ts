import { distanceMetres } from '../network/distance.ts';
import type { Place } from '../network/find-places.ts';

/** A postcode belongs to a city when its points stand about there; large ones of the country lie that far out. */
const SAME_METRES = 40_000;

/** What an address says of its place. */
export interface PlaceHints {
  /** Cities called like the one named, those with most points first. */
  cities: readonly Place[];
  /** The postcode, in each country that has it. */
  codes: readonly Place[];
  /** Where the network lacks it, those that share the longest beginnings with it. */
  nearCodes: readonly Place[];
}

/** The places of an address, what is meant first. */
export interface ChosenPlaces {
  places: Place[];
  /** The named city that is meant; null where none is named. */
  city: Place | null;
  /** Where to look for the street. */
  anchor: Place | null;
  /** Whether the postcode is one of that city. */
  postcodeKnown: boolean;
}

/**
 * Chooses between cities of one name and between postcodes of several countries: the city named wins over a postcode that lies elsewhere;
 * of cities of one name it is the one with the postcode, else the one whose postcodes begin like it, else the one with most points.
 */
export function choosePlaces({ cities, codes, nearCodes }: PlaceHints): ChosenPlaces {
  const sorted = cities
    .map((city, rank) => ({ city, rank, near: rankByPostcode(city, codes, nearCodes) }))
    .sort((a, b) => a.near - b.near || a.rank - b.rank)
    .map(({ city }) => city);
  const [city] = sorted;
  if (city === undefined) {
    const anchor = codes[0] ?? null;
    return { places: [...codes, ...nearCodes], city: null, anchor, postcodeKnown: anchor !== null };
  }
  const own = closest(city, codes);
  if (own === null) {
    const around = nearCodes.filter((code) => belongTogether(city, code)).slice(0, 2);
    return { places: [...sorted, ...around], city, anchor: city, postcodeKnown: false };
  }
  // A postcode is a part of a large city, and several villages share one: the smaller of both is where to look.
  const [first, second] = city.count <= own.count ? [city, own] : [own, city];
  return { places: [first, second, ...sorted.slice(1)], city, anchor: first, postcodeKnown: true };
}

/** The lower, the likelier. */
function rankByPostcode(city: Place, codes: readonly Place[], nearCodes: readonly Place[]): number {
  if (codes.some((code) => belongTogether(city, code))) return -1;
  const rank = nearCodes.findIndex((code) => belongTogether(city, code));
  return rank < 0 ? nearCodes.length : rank;
}

function closest(city: Place, codes: readonly Place[]): Place | null {
  const own = codes.filter((code) => belongTogether(city, code));
  return own.sort((a, b) => distanceMetres(city, a) - distanceMetres(city, b))[0] ?? null;
}

function belongTogether(a: Place, b: Place): boolean {
  return a.country === b.country && distanceMetres(a, b) < SAME_METRES;
}
