import { FAR_METRES, type Position } from '#network/distance.ts';
import type { Street } from './tables/streets.ts';
import type { HousePlace } from './place-house.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { Gazetteer } from './gazetteer/open-gazetteer.ts';
import type { GazetteerMatch } from './question.ts';
import { placeInStreet } from './gazetteer/place-in-street.ts';
import { isWholeMatch } from './gazetteer/search-area.ts';
import { rankTogether } from './rank.ts';
import { type AddressReading, readAddress, splitParts } from './address/read-address.ts';
import { findUnknownNumber } from './search-address.ts';
import { MAX_LETTERS, suggest } from './suggest.ts';
import { isWide, type SearchQuestion, type Suggestion } from './question.ts';

/** The data to search: the network's points with their addresses, and the published streets. */
export interface Sources {
  network: PointNetwork;
  gazetteer: Gazetteer;
}

/** A street, place or landmark of the published streets. */
export interface Mapped {
  kind: 'mapped';
  match: GazetteerMatch;
  /** Number of the network's points in the street; null if that isn't known. */
  count: number | null;
  /** Finds the house that was asked for. @throws AppError */
  place: () => Promise<HousePlace>;
}

export type SearchResult = Suggestion | Mapped;

/**
 * A result that points can be near to: neither a country, which is too large, nor a point itself.
 */
export type PlaceResult = Exclude<SearchResult, { kind: 'point' | 'country' }>;

/** Shorter texts have too many matches. */
const MIN_LETTERS = 3;

/**
 * Searches for an address, a place or a point: in the network and in the published streets, in the
 * one order of `rank.ts`. If the streets' files can't be read, the network's results are all.
 * @param own the network's suggestions for the question, if they were asked for before
 * @returns at most eight, the likeliest first
 * @throws AppError of the network's search, or `aborted`
 */
export function search(
  sources: Sources,
  question: SearchQuestion,
  signal?: AbortSignal,
  own: Promise<Suggestion[]> = suggest(sources.network, question, signal),
): Promise<SearchResult[]> {
  return addStreets(own, sources, question, signal);
}

/**
 * Finds the one place that a question means. If the published streets have exactly its street and
 * town, the network isn't searched too: looking for similar names takes most of the time of a
 * search.
 * @returns null if nothing matches
 * @throws AppError as `search`
 */
export async function searchPlace(sources: Sources, question: SearchQuestion): Promise<PlaceResult | null> {
  const matches = await findAnywhere(sources, question);
  const inTown = matches && findInTown(matches);
  const results = await (inTown
    ? addStreets(findStreet(sources.network, inTown, question), sources, question, undefined, [inTown])
    : addStreets(suggest(sources.network, question), sources, question, undefined, matches));
  return (
    results.find((each): each is PlaceResult => each.kind !== 'point' && each.kind !== 'country') ?? null
  );
}

/**
 * Adds what the published streets know to the network's own suggestions.
 * @param known their matches, if they were asked before
 */
async function addStreets(
  own: Promise<Suggestion[]>,
  { network, gazetteer }: Sources,
  question: SearchQuestion,
  signal: AbortSignal | undefined,
  known: readonly GazetteerMatch[] | null = null,
): Promise<SearchResult[]> {
  const { near = null, countries = [] } = question;
  const { postcodes, parts } = readParts(question);
  if (parts.flat().join('').replace(/\P{L}/gu, '').length < MIN_LETTERS) return own;
  const request = async (around: Position | null) => {
    const matches = await gazetteer.find({ parts, near: around, countries }, signal).catch(() => []);
    return storeNearPoints(network, matches, signal);
  };
  // A postcode says where the street is: the network knows some.
  const hasPostcode = postcodes.length > 0 || (question.postalCode ?? '') !== '';
  const [suggestions, early] = await Promise.all([own, known ?? (hasPostcode ? null : request(near))]);
  signal?.throwIfAborted();
  const around = (hasPostcode ? positionOfPlace(suggestions) : null) ?? near;
  const matches = early ?? (await request(around));
  return rankTogether(suggestions, matches, isWide(around) ? null : around, (match, count) => ({
    kind: 'mapped',
    match,
    count,
    place: () => placeInStreet(gazetteer, match.kind === 'street' ? match : { ...match, house: '' }),
  }));
}

/**
 * Finds what the published streets know of an address, wherever it is.
 * @returns null if the address has no town, or a place or a postcode says where to look
 */
async function findAnywhere(
  { network, gazetteer }: Sources,
  question: SearchQuestion,
): Promise<GazetteerMatch[] | null> {
  const { countries = [] } = question;
  const { parts } = readParts(question);
  if (parts.length < 2) return null;
  const matches = await gazetteer.find({ parts, near: null, countries }).catch(() => []);
  return storeNearPoints(network, matches);
}

/**
 * Finds the one street that has just the name and the town of an address; null if there isn't just
 * one.
 */
function findInTown([match, other]: readonly GazetteerMatch[]): GazetteerMatch | null {
  const isOne =
    match?.kind === 'street' && isWholeMatch(match) && (other === undefined || !isWholeMatch(other));
  return isOne ? match : null;
}

/**
 * Finds the same street in the network: where points are in it, their house numbers are known there
 * too.
 */
async function findStreet(
  network: PointNetwork,
  match: GazetteerMatch,
  { countries = [] }: SearchQuestion,
): Promise<Suggestion[]> {
  const { name, town, house } = match;
  const streetQuestion = {
    beginning: name,
    city: town,
    house,
    countries,
    near: match,
    limit: 1,
    forgiving: false,
  };
  const streets = await network.findStreets(streetQuestion);
  return streets.map((street: Street) => ({ kind: 'street', street, unknown: findUnknownNumber(street) }));
}

function readParts({ text, city = '' }: SearchQuestion): AddressReading {
  const { postcodes, parts } = readAddress(text.trim().slice(0, MAX_LETTERS));
  return { postcodes, parts: [...parts, ...splitParts(city)] };
}

/** Drops matches in countries without points, unless points of another country are near. */
async function storeNearPoints(
  network: PointNetwork,
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
