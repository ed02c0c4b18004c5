import type { Gazetteer, GazetteerMatch } from '../gazetteer/open-gazetteer.ts';
import { placeInStreet } from '../gazetteer/place-in-street.ts';
import type { Position } from '../network/distance.ts';
import type { PointNetwork } from '../network/point-network.ts';
import type { HousePlace } from '../network/place-house.ts';
import { rankTogether } from './rank.ts';
import { readAddress, splitParts } from './read-address.ts';
import { isWide } from './search-address.ts';
import { MAX_LETTERS, type SearchQuestion, type Suggestion } from './suggest.ts';

/** A street, place or landmark of the published streets. */
export interface Mapped {
  kind: 'mapped';
  match: GazetteerMatch;
  /** Number of the network's points in the street; null if that isn't known. */
  count: number | null;
  /** Finds the house that was asked for. @throws AppError */
  place: () => Promise<HousePlace>;
}

/** Shorter texts have too many matches. */
const MIN_LETTERS = 3;

/**
 * Adds what the published streets know to the network's own suggestions, in the order of `rank.ts`. If the streets' files can't be read,
 * the network's suggestions are all.
 * @throws AppError of the network's search, or `aborted`
 */
export async function addStreets(
  own: Promise<Suggestion[]>,
  network: NearPoints,
  gazetteer: Gazetteer,
  question: SearchQuestion,
  signal?: AbortSignal,
): Promise<(Suggestion | Mapped)[]> {
  const { text, city = '', postalCode = '', near = null, countries = [] } = question;
  const read = readAddress(text.trim().slice(0, MAX_LETTERS));
  const parts = [...read.parts, ...splitParts(city)];
  if (parts.flat().join('').replace(/\P{L}/gu, '').length < MIN_LETTERS) return own;
  const ask = async (around: Position | null) => {
    const matches = await gazetteer.find({ parts, near: around, countries }, signal).catch(() => []);
    return keepNearPoints(network, matches, signal);
  };
  // A postcode says where the street is: the network knows some.
  const hasPostcode = read.postcodes.length > 0 || postalCode !== '';
  const [suggestions, early] = await Promise.all([own, hasPostcode ? null : ask(near)]);
  signal?.throwIfAborted();
  const around = (hasPostcode ? positionOfPlace(suggestions) : null) ?? near;
  const matches = early ?? (await ask(around));
  return rankTogether(suggestions, matches, isWide(around) ? null : around, (match, count) => ({
    kind: 'mapped',
    match,
    count,
    place: () => placeInStreet(gazetteer, match.kind === 'street' ? match : { ...match, house: '' }),
  }));
}

type NearPoints = Pick<PointNetwork, 'whole' | 'counts' | 'nearest'>;

/** Farther than anyone travels for a parcel. */
const FAR_METRES = 100_000;

/** Leaves out what is known of countries without points, unless points of another country are near. */
export async function keepNearPoints(
  network: NearPoints,
  matches: readonly GazetteerMatch[],
  signal?: AbortSignal,
): Promise<GazetteerMatch[]> {
  if (!network.whole) return [...matches];
  const { countries } = network.counts();
  const isNear = new Map<string, boolean>();
  for (const match of matches) {
    if (isNear.has(match.country)) continue;
    const { points } = countries.has(match.country)
      ? { points: null }
      : await network.nearest(match, 1, { filter: null, ...(signal && { signal }) });
    isNear.set(match.country, points === null || (points[0]?.distanceMetres ?? Infinity) < FAR_METRES);
  }
  return matches.filter(({ country }) => isNear.get(country));
}

function positionOfPlace([first]: readonly Suggestion[]): Position | null {
  return first?.kind === 'place' ? first.place : first?.kind === 'street' ? first.street : null;
}
