import { distanceMetres } from '#network/distance.ts';
import type { Place } from './tables/places.ts';

/** A postcode belongs to a city when their positions are at most this far apart; large rural postcodes reach that far out. */
const SAME_METRES = 40_000;
/** A similar postcode farther from the city says less about the address than the city does. */
const NEIGHBOUR_METRES = 20_000;

/** Places that match the city and postcode of an address. */
export interface PlaceHints {
  /** Cities with the given name, sorted by number of points, descending. */
  cities: readonly Place[];
  /** Whether the cities only begin with the given name or are spelt like it: a postcode elsewhere contradicts that. */
  isGuessed: boolean;
  /** The given postcode, in each country that has it. */
  codes: readonly Place[];
  /** If the network lacks the postcode: those that share the longest prefix with it. */
  nearCodes: readonly Place[];
  /** Whether such a postcode is a neighbour, rather than one of the same region. */
  isNeighbour: (code: Place) => boolean;
  /** Whether such a postcode is as long as the given one: one of five digits isn't Austrian. */
  isAsLong: (code: Place) => boolean;
}

/** The places of an address, most likely first. */
export interface ChosenPlaces {
  places: Place[];
  /** The most likely city of the given name; null if no city is named. */
  city: Place | null;
  /** Place around which to search for the street. */
  anchor: Place | null;
  /** Whether the postcode belongs to that city. */
  postcodeKnown: boolean;
  /** The postcode in that city, or else its known neighbour; null if there is none. */
  postcode: Place | null;
}

/**
 * Chooses between cities of the same name and between equal postcodes of several countries. A named city wins over a postcode elsewhere, a
 * guessed one doesn't. Of several cities of one name, prefer the one with the postcode, then one with a similar postcode prefix, then one in a country with
 * postcodes as long, then the one with most points.
 */
export function choosePlaces(hints: PlaceHints): ChosenPlaces {
  const { codes, nearCodes, isNeighbour, isAsLong } = hints;
  const stated = codes.length > 0 ? codes : nearCodes.filter(isNeighbour);
  const isRefuted =
    hints.isGuessed &&
    stated.length > 0 &&
    !hints.cities.some((city) => stated.some((code) => belongTogether(city, code)));
  const cities = isRefuted ? [] : hints.cities;
  const countries = new Set(nearCodes.filter(isAsLong).map(({ country }) => country));
  const sorted = cities
    .map((city, rank) => ({ city, rank, near: rankByPostcode(city, codes, nearCodes, countries) }))
    .sort((a, b) => a.near - b.near || a.rank - b.rank)
    .map(({ city }) => city);
  const [city] = sorted;
  if (city === undefined) {
    const anchor = codes[0] ?? null;
    const postcode = anchor ?? nearCodes.find(isNeighbour) ?? null;
    return {
      places: [...codes, ...nearCodes, ...hints.cities],
      city: null,
      anchor,
      postcodeKnown: anchor !== null,
      postcode,
    };
  }
  const own = closest(city, codes);
  if (own === null) {
    const around = nearCodes.filter((code) => belongTogether(city, code)).slice(0, 2);
    const postcode =
      around.find((code) => isNeighbour(code) && distanceMetres(city, code) < NEIGHBOUR_METRES) ?? null;
    // A neighbour of the postcode is nearer than the middle of its city.
    const places = postcode === null ? [...sorted, ...around] : [...around, ...sorted];
    return { places, city, anchor: postcode ?? city, postcodeKnown: false, postcode };
  }
  // A large city has several postcodes, and several villages share one postcode: search in the smaller of the two.
  const [first, second] = city.count <= own.count ? [city, own] : [own, city];
  return {
    places: [first, second, ...sorted.slice(1)],
    city,
    anchor: first,
    postcodeKnown: true,
    postcode: own,
  };
}

/** Lower is more likely. @param countries those that have postcodes like the given one */
function rankByPostcode(
  city: Place,
  codes: readonly Place[],
  nearCodes: readonly Place[],
  countries: ReadonlySet<string>,
): number {
  if (codes.some((code) => belongTogether(city, code))) return -1;
  const rank = nearCodes.findIndex((code) => belongTogether(city, code));
  if (rank >= 0) return rank;
  return nearCodes.length + (countries.has(city.country) ? 0 : 1);
}

function closest(city: Place, codes: readonly Place[]): Place | null {
  const own = codes.filter((code) => belongTogether(city, code));
  return own.sort((a, b) => distanceMetres(city, a) - distanceMetres(city, b))[0] ?? null;
}

/** Whether a city and a postcode are of one place. */
export function belongTogether(a: Place, b: Place): boolean {
  return a.country === b.country && distanceMetres(a, b) < SAME_METRES;
}
