import { recordOutcomes, type ApiContext, type Services } from '../context.ts';
import { computeInTurn, countComputing } from '../http/count-request.ts';
import { refuse, refuseRequest } from '../http/refusal.ts';
import type { NearestPointsAnswer, UnderstoodPlace } from '#contract/nearest-points.ts';
import type { Position } from '#network/distance.ts';
import type { PublishedVersion } from './published-network.ts';
import type { Gazetteer } from '#search/gazetteer/open-gazetteer.ts';
import type { Mapped } from '#search/question.ts';
import { type PlaceResult, searchPlace } from '#search/search-place.ts';
import { nameStreet } from '#search/tables/streets.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { findNearby } from './find-nearby.ts';
import { QueryReader } from './read-query.ts';
import { readShopperLocale, moreLabel, writeTexts } from './shopper-texts.ts';
import { readConditions, CONDITION_PARAMETERS } from './shop-conditions.ts';
import type { Turns } from '../http/turns.ts';

/** Private, because the query may contain a person's address. */
const CACHE_CONTROL = 'private, max-age=300';

/**
 * `GET /api/nearest-points`: the points nearest to an address, a city, a postcode or a position, for a shop's own page or server.
 * Open to any origin, like `GET /api/points/{id}`. Query: see `readNearestQuery`.
 */
export async function answerNearest(c: ApiContext, services: Services): Promise<Response> {
  const { published, streetsSearch, turns, now } = services;
  const question = readNearestQuery(new URL(c.req.url).searchParams);
  await countComputing(c, services, 'position' in question.around ? 'nearPosition' : 'nearWords');
  const answer = await computeInTurn(c, services, () =>
    published.look((network) =>
      findNearestPoints(network, streetsSearch.open(), question, new Date(now()), turns),
    ),
  );
  if (answer === null)
    throw refuse(503, 'not_published', 'No network is published here; its operator runs "npm run snapshot".');
  const found = answer.points.length > 0 ? 'near' : 'none_near';
  recordOutcomes(c, [answer.place === null ? 'no_place' : found]);
  c.header('cache-control', CACHE_CONTROL);
  return c.json(answer);
}

/** How many of the nearest points are checked if there are rules. */
const MAX_ITEMS_READ = 60;

/** The matching points nearest to a place. @throws AppError */
async function findNearestPoints(
  network: PublishedVersion,
  gazetteer: Gazetteer,
  { around, conditions, limit, locale }: NearestQuery,
  date: Date,
  { pause }: Turns,
): Promise<NearestPointsAnswer> {
  return network.withSnapshot(async (snapshot) => {
    const place = await understandPlace(snapshot, gazetteer, around, conditions.required.countries ?? []);
    const points =
      place === null ? [] : await findNearby(network, snapshot, place, conditions, limit, MAX_ITEMS_READ);
    const isApproximate = place?.precision !== 'exact';
    const origin = place && { precision: place.precision, metres: place.withinMetres };
    const answer = { place, origin, points, checkedAt: network.walkedAt };
    if (locale === null) return answer;
    const described: NearestPointsAnswer['points'] = [];
    for (const [index, point] of points.entries()) {
      await pause();
      described.push({ ...point, texts: writeTexts(point, points[index - 1], isApproximate, date, locale) });
    }
    return { ...answer, points: described, texts: { more: moreLabel(locale) } };
  });
}

/**
 * Finds the place with the picker's search: in the network, and on the published streets.
 * @returns null if nothing matches
 * @throws AppError
 */
async function understandPlace(
  network: PointNetwork,
  gazetteer: Gazetteer,
  around: Around,
  countries: readonly string[],
): Promise<UnderstoodPlace | null> {
  if ('position' in around) return describePlace({ kind: 'position', position: around.position });
  const { address, postalCode, city } = around;
  const found = await searchPlace({ network, gazetteer }, { text: address, postalCode, city, countries });
  if (found === null) return null;
  return found.kind === 'mapped' ? describeMapped(found) : describePlace(found);
}

function describePlace(found: Exclude<PlaceResult, Mapped>): UnderstoodPlace {
  const defaults = { name: '', city: null, country: null, match: 'exact', unknown: null } as const;
  if (found.kind === 'position')
    return { kind: 'position', ...defaults, ...found.position, precision: 'exact', withinMetres: 0 };
  const { country, latitude, longitude, match } = found.kind === 'street' ? found.street : found.place;
  const unknown = found.unknown?.text ?? null;
  const common = { country: country || null, latitude, longitude, match, unknown };
  if (found.kind === 'street') {
    const { city, house, precision, withinMetres } = found.street;
    const kind = house === null ? 'street' : 'house';
    const name = nameStreet(found.street);
    return { kind, ...defaults, name, city: city || null, ...common, precision, withinMetres };
  }
  const { kind, name } = found.place;
  return { kind, ...defaults, name, ...common, precision: kind, withinMetres: null };
}

/** Finds the house if the address has one. @throws AppError */
async function describeMapped({ match, place }: Mapped): Promise<UnderstoodPlace> {
  const { kind, name, isTown, town, country, house, left } = match;
  const { position, known, precision, withinMetres } = await place();
  const common = { country: country || null, ...position, match: match.match };
  const isHouse = kind === 'street' && house !== '' && known;
  const unknown = left || (isHouse ? null : house) || null;
  if (isTown)
    return { kind: 'city', name, city: null, ...common, unknown, precision: 'city', withinMetres: null };
  const city = town || null;
  if (kind !== 'street')
    return { kind: 'landmark', name, city, ...common, unknown, precision: 'exact', withinMetres: null };
  const named = isHouse ? ({ kind: 'house', name: `${name} ${house}` } as const) : { kind, name };
  return { ...named, city, ...common, unknown, precision, withinMetres };
}

/** The place in a query: a position, or the parts of an address. */
type Around = { position: Position } | { address: string; postalCode: string; city: string };

type NearestQuery = ReturnType<typeof readNearestQuery>;

export const MAX_NEAREST = 20;
export const DEFAULT_NEAREST = 5;
/**
 * In characters. `MAX_CITY` is longer than any town's name, `MAX_ADDRESS` as long as the search
 * reads (packages/search/search.ts).
 */
export const MAX_ADDRESS = 160;
export const MAX_CITY = 100;
export const MAX_POSTAL_CODE = 20;
export const NEAREST_PARAMETERS = [
  'address',
  'postalCode',
  'city',
  'latitude',
  'longitude',
  ...CONDITION_PARAMETERS,
  'limit',
  'language',
];

/** @throws RefusedError 400, naming the parameter and how to correct it */
function readNearestQuery(query: URLSearchParams) {
  const reader = new QueryReader(query);
  const position = reader.position();
  const address = reader.text('address', MAX_ADDRESS) ?? '';
  const postalCode = reader.text('postalCode', MAX_POSTAL_CODE) ?? '';
  const city = reader.text('city', MAX_CITY) ?? '';
  const hasWords = `${address}${postalCode}${city}` !== '';
  if (position === null && !hasWords)
    throw refuseRequest('Name a place: postalCode, city or address, or latitude and longitude.');
  if (position !== null && hasWords)
    throw refuseRequest('Send either latitude and longitude, or address, postalCode and city.');
  const around: Around = position === null ? { address, postalCode, city } : { position };
  return {
    around,
    conditions: readConditions(reader),
    locale: readShopperLocale(reader),
    limit: reader.wholeNumber('limit', MAX_NEAREST, DEFAULT_NEAREST),
  };
}
