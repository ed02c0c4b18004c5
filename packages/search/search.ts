import { FAR_METRES, type Position } from '#network/distance.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { type AddressReading, readAddress, splitParts } from './address/read-address.ts';
import type { Gazetteer } from './gazetteer/open-gazetteer.ts';
import {
  type AddressAnswer,
  type GazetteerMatch,
  isWide,
  listIdBeginnings,
  MOST,
  readCoordinates,
  readCountry,
  type SearchQuestion,
  type SearchResult,
  type Suggestion,
} from './question.ts';
import { rankFound, rankTogether } from './rank.ts';
import {
  type AddressQuery,
  findBeside,
  findStreetsAnywhere,
  findUnknownNumber,
  isAddress,
  searchAddress,
} from './search-address.ts';
import type { NamedPoint } from './tables/open-tables.ts';
import type { Place } from './tables/places.ts';
import type { Street } from './tables/streets.ts';

/** The data to search: the network's points with their addresses, and the published streets. */
export interface Sources {
  network: PointNetwork;
  gazetteer: Gazetteer;
}

const MAX_POINTS = 5;
/** Slots reserved for streets, even if more places match. */
const MIN_STREETS = 3;
/** At least four letters: "Iran" is among the shortest names. */
const MAY_BE_COUNTRY = /^[^\d,]{4,}$/;
/** No address is longer. */
const MAX_LETTERS = 160;
/** Shorter texts match too many of the published streets. */
const MIN_LETTERS = 3;

/**
 * Searches the network: exact matches first, then prefix matches, then misspelt ones, each with
 * cities and postcodes before streets. For an address, it returns the street, else the city. Points
 * match by id, and by name if asked for; one with exactly the typed id comes first, and one whose
 * name begins with the typed words unless they are a known place or address. For a pasted position,
 * it returns that position only. A country matches by its whole name and comes after a city of that
 * name.
 * @returns at most eight; none for a text without letters or digits
 * @throws AppError `aborted`, or the reason why the network's files can't be read
 */
export async function suggest(
  network: PointNetwork,
  question: SearchQuestion,
  signal?: AbortSignal,
): Promise<Suggestion[]> {
  const { postalCode = '', city = '', countries = [], near = null } = question;
  const text = question.text.trim().slice(0, MAX_LETTERS);
  if (`${text}${postalCode}${city}`.trim() === '') return [];
  const position = readCoordinates(text);
  if (position !== null) return [{ kind: 'position', position }];
  const address = { text, postalCode: postalCode.trim(), city: city.trim(), countries, near };
  const query: AddressQuery = { ...address, network, read: readAddress(text), signal };
  const [answer, ids, country, called] = await Promise.all([
    answerInCountry(query),
    findIds(query),
    findCountry(query),
    question.named ? findNames(query) : [],
  ]);
  const named = question.named && called.length === 0 ? await findNamesInCity(query, answer) : called;
  const { found, unknown } = answer;
  const others = found.map((each, at): Suggestion =>
    'place' in each
      ? { kind: 'place', place: each.place, unknown: at === 0 ? unknown : null }
      : { kind: 'street', street: each.street, unknown: at === 0 ? unknown : findUnknownNumber(each.street) },
  );
  if (country !== null) {
    const cities = found.filter((each) => 'place' in each && each.place.match === 'exact').length;
    others.splice(cities, 0, country);
  }
  const toPoint = (named: NamedPoint): Suggestion => ({ kind: 'point', id: named.id, named });
  const isIntended = (each: NamedPoint) => country === null && isLikelier(each, answer, foldName(text));
  const first = named.filter(isIntended).map(toPoint);
  const later = named.filter((each) => !isIntended(each)).map(toPoint);
  const points = [...later, ...ids.map((id): Suggestion => ({ kind: 'point', id }))].slice(0, MAX_POINTS);
  const whole = ids.some((id) => beginningsOf(query).includes(id));
  const begun = [...first, ...others];
  return (whole ? [...points, ...begun] : [...begun.slice(0, MOST - points.length), ...points]).slice(
    0,
    MOST,
  );
}

/**
 * Whether a point is meant by its name, rather than a place or street: these match the text only in
 * part, or end within a word.
 */
function isLikelier({ match }: NamedPoint, { found, unknown, sure }: AddressAnswer, typed: string): boolean {
  const [other] = found;
  if (other === undefined || unknown !== null) return true;
  if (sure || (match !== 'exact' && match !== 'words')) return false;
  const name = 'place' in other ? other.place.otherName || other.place.name : other.street.name;
  return !`${foldName(name)} `.startsWith(`${typed} `);
}

/** Finds the country with exactly this name, in one of the network's languages. */
async function findCountry(query: AddressQuery): Promise<Suggestion | null> {
  const { network, text, postalCode, city, countries, signal } = query;
  if (`${postalCode}${city}` !== '' || !MAY_BE_COUNTRY.test(text)) return null;
  const code = (await network.countryNames(signal)).get(foldName(text));
  const box = network.countries.find((country) => country.code === code)?.box;
  if (code === undefined || box === undefined) return null;
  if (countries.length > 0 && !countries.includes(code)) return null;
  const [west, south, east, north] = box;
  const count = network.counts().countries.get(code) ?? 0;
  return { kind: 'country', code, count, box: { west, south, east, north } };
}

/**
 * Searches in the country named in the text; without an exact match there, in all allowed
 * countries.
 */
async function answerInCountry(query: AddressQuery): Promise<AddressAnswer> {
  const { network, text, countries, signal } = query;
  // The first is for the second's sake, which is slow to compile.
  const hasMore = /[\s,;-]/.test(text) && /[\p{L}\p{N}][\s,;-]+\p{L}|\p{L}-\p{N}/u.test(text);
  const reading = hasMore ? readCountry(text, await network.countryNames(signal)) : null;
  if (reading !== null && (countries.length === 0 || countries.includes(reading.country))) {
    const { rest, country } = reading;
    const inCountry = { ...query, text: rest, read: readAddress(rest), countries: [country] };
    const answer = await answerText(inCountry);
    if (answer.sure) return answer;
  }
  return answerText(query);
}

async function answerText(query: AddressQuery): Promise<AddressAnswer> {
  const { network, text, read, postalCode, city, countries, signal } = query;
  if (postalCode !== '' || city !== '') return searchAddress(query);
  const isMixed = read.postcodes.length > 0 && read.parts.length > 0;
  // "00-950 Warszawa" is not a name, but "Bielsko-Biała" and "Marseille 13" are cities.
  const like = isMixed ? [] : await network.findPlaces(text, MOST, signal, countries);
  const isBegun = like.some(({ match }) => match === 'exact' || match === 'prefix');
  const written = isBegun || isAddress(read) ? [] : await network.findWritten(text, countries, signal);
  const called = written.length > 0 ? written : like;
  const begun = isBegun || written.length > 0;
  if (!begun && isAddress(read)) return searchAddress(query);
  if (!begun && read.postcodes.length > 0 && read.parts.length === 0) {
    const beside = await findBeside(query, text);
    const unknown = beside.length > 0 ? ({ kind: 'postcode', text } as const) : null;
    return { found: beside.map((place) => ({ place })), unknown, sure: false };
  }
  // If the text is the start of a place's name, don't also look for misspelt streets.
  return sortFound(called, await findStreets(query, called, !begun));
}

/**
 * Searches streets. If the table of streets can't be read, the places that were found are still
 * returned.
 */
async function findStreets(
  query: AddressQuery,
  called: readonly Place[],
  forgiving: boolean,
): Promise<Street[]> {
  const { network, read, countries, near, signal } = query;
  // The text looks like an id: digits and no spaces.
  if (beginningsOf(query).length > 0) return [];
  try {
    const search = { countries, postcodeAt: null, limit: MOST, signal, isWide: isWide(near) };
    return await findStreetsAnywhere(network, read.parts, near, search, forgiving);
  } catch (problem) {
    if (signal?.aborted || called.length === 0) throw problem;
    return [];
  }
}

/** The places and streets of a name, likeliest first. */
function sortFound(places: readonly Place[], streets: readonly Street[]): AddressAnswer {
  const offered: AddressAnswer['found'] = [
    ...places.slice(0, MOST - Math.min(streets.length, MIN_STREETS)).map((place) => ({ place })),
    ...streets.map((street) => ({ street })),
  ];
  const found = offered.sort((a, b) => rankFound(a) - rankFound(b)).slice(0, MOST);
  return {
    found,
    unknown: found[0] !== undefined && 'street' in found[0] ? findUnknownNumber(found[0].street) : null,
    sure: [...places, ...streets].some(({ match }) => match === 'exact'),
  };
}

/** The ids' beginnings that the text may be; none unless it looks like an id. */
const beginningsOf = ({ network, text }: AddressQuery) => listIdBeginnings(text, network.counts().countries);

async function findIds(query: AddressQuery): Promise<string[]> {
  const { network, signal } = query;
  const found = await Promise.all(
    beginningsOf(query).map((beginning) => network.findIds(beginning, MAX_POINTS, signal)),
  );
  return [...new Set(found.flat())].slice(0, MAX_POINTS);
}

/**
 * Searches the points of a city by what else the text has: "Primera Zwolle", "Zwolle Primera",
 * "Żabka, Krakow".
 */
async function findNamesInCity(
  query: AddressQuery,
  { found, unknown }: AddressAnswer,
): Promise<NamedPoint[]> {
  const { network, countries, signal } = query;
  const [city] = found;
  if (city === undefined || !('place' in city) || city.place.kind !== 'city') return [];
  // With a number it is a street's.
  if (unknown?.kind !== 'part' || /\d/.test(unknown.text)) return [];
  const { place } = city;
  const question = { beginning: unknown.text, city: place.name, countries, near: place, limit: MAX_POINTS };
  const named = await catchUnreadable(network.findNames(question, signal), signal);
  return named.filter(({ match }) => match !== 'typo');
}

/** Searches points' own names, unless the text is an address or an id. */
async function findNames(query: AddressQuery): Promise<NamedPoint[]> {
  const { network, text, read, postalCode, city, countries, near, signal } = query;
  if (`${postalCode}${city}` !== '' || /[,;\n]/.test(text) || read.postcodes.length > 0) return [];
  if (beginningsOf(query).length > 0) return [];
  return catchUnreadable(
    network.findNames({ beginning: text, countries, near, limit: MAX_POINTS }, signal),
    signal,
  );
}

/** Points' names are an addition: if their table can't be read, everything else is still found. */
const catchUnreadable = (names: Promise<NamedPoint[]>, signal: AbortSignal | undefined) =>
  names.catch((problem: unknown): NamedPoint[] => {
    if (signal?.aborted) throw problem;
    return [];
  });

/**
 * Searches for an address, a place or a point: in the network and in the published streets, in the
 * one order of `rank.ts`. If the streets' files can't be read, the network's results are all.
 * @param own the network's suggestions for the question, or for a part of it
 * @param known the published streets' matches, if they were asked before
 * @returns at most eight, the likeliest first
 * @throws AppError of the network's search, or `aborted`
 */
export async function addStreets(
  own: Promise<Suggestion[]>,
  { network, gazetteer }: Sources,
  question: SearchQuestion,
  signal?: AbortSignal,
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
    place: () => gazetteer.place(match),
  }));
}

export function readParts({ text, city = '' }: SearchQuestion): AddressReading {
  const { postcodes, parts } = readAddress(text.trim().slice(0, MAX_LETTERS));
  return { postcodes, parts: [...parts, ...splitParts(city)] };
}

/** Drops matches in countries without points, unless points of another country are near. */
export async function storeNearPoints(
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
