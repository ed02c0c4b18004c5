import type { PointNetwork } from '#network/point-network.ts';
import { isWholeMatch } from './gazetteer/search-area.ts';
import type { GazetteerMatch, SearchQuestion, SearchResult, Suggestion } from './question.ts';
import { addStreets, readParts, type Sources, storeNearPoints, suggest } from './search.ts';
import { findUnknownNumber } from './search-address.ts';
import type { Street } from './tables/streets.ts';

/**
 * A result that points can be near to: neither a country, which is too large, nor a point itself.
 */
export type PlaceResult = Exclude<SearchResult, { kind: 'point' | 'country' }>;

/**
 * Finds the one place that a question means. If the published streets have exactly its street and
 * town, the network isn't searched too: looking for similar names takes most of the time of a
 * search.
 * @returns null if nothing matches
 * @throws AppError as `addStreets`
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
