import {
  type AddressReading,
  isHouseNumber,
  joinWords,
  readWithCity,
  splitParts,
} from './address/read-address.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import { foldName, foldPostcode } from '#network/snapshot-format/fold.ts';
import { isMunicipality, splitCompounds } from './names.ts';
import type { Place } from './tables/places.ts';
import type { Street, StreetQuestion } from './tables/streets.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { belongTogether, choosePlaces, findCity, type FoundCity, takeOut } from './find-city.ts';
import {
  type AddressAnswer,
  type AddressQuestion,
  BESIDE_METRES,
  isWide,
  MOST,
  type Unknown,
} from './question.ts';
import { readStreets, type StreetReading } from './address/split-address.ts';

/** The city of an address, and the words beside it. */
type KnownCity = Pick<FoundCity, 'cities' | 'rest'> & Partial<Pick<FoundCity, 'district' | 'addition'>>;

/** A question, with the network that answers it. */
export interface AddressQuery extends AddressQuestion {
  network: PointNetwork;
  /** The text, split. */
  read: AddressReading;
  signal: AbortSignal | undefined;
}

/** Somebody who typed a postcode wants its surroundings, not a long list of other postcodes. */
const MAX_NEAR = 3;
/** Characters that neighbouring postcodes have in common. */
const MIN_SHARED = 3;
const MAX_CITY_CANDIDATES = 4;
/** Of British and Irish postcodes; house numbers have their letter behind. */
const DISTRICT = /^[a-z]{1,2}\d[a-z\d]?$/i;
/** The code of a province behind its town: "BG", "(MI)". */
const PROVINCE = /^\P{L}*\p{Lu}{2}\P{L}*$/u;

/**
 * Finds the places and streets of an address of several words.
 * @throws AppError
 */
export async function searchAddress(query: AddressQuery): Promise<AddressAnswer> {
  const { network, postalCode, city, countries, near, signal } = query;
  const read = { ...query.read };
  const postcodes = postalCode === '' ? read.postcodes : [postalCode];
  const [firstPostcode = ''] = postcodes;
  const codes = await (postcodes.length > 0 ? findCodes() : findDistrict());
  const isLikely = (place: Place) => codes.some((code) => belongTogether(place, code));
  const named = await (city === ''
    ? findCity(network, read.parts, countries, signal, isLikely)
    : findOwnCity());
  const known = named ?? (await findInexactCity());
  const { district = '', addition = '' } = known ?? {};
  const nearCodes =
    codes.length > 0 || firstPostcode === ''
      ? []
      : await network.findNearPostcodes(firstPostcode, countries, signal);
  const chosen = choosePlaces({
    cities: known?.cities ?? [],
    isGuessed: named === null || addition !== '',
    codes,
    nearCodes: known === null ? nearCodes.slice(0, MAX_NEAR) : nearCodes,
    isNeighbour: (code) => isNeighbour(code, firstPostcode),
    isAsLong: ({ name }) => foldPostcode(name).length === foldPostcode(firstPostcode).length,
  });
  const rest = known?.rest ?? read.parts;
  const searched = {
    countries,
    postcodeAt: chosen.postcode,
    limit: MOST,
    signal,
    isWide: isWide(near) && chosen.anchor === null,
  };
  const { anchor } = chosen;
  const inCity =
    known === null || anchor === null || rest.length === 0
      ? []
      : (await findStreetsInCity(network, rest, known.cities, anchor, searched)).filter(
          (street) => !chosen.postcodeKnown || distanceMetres(street, anchor) < BESIDE_METRES,
        );
  const anywhere =
    inCity.length > 0 || (rest.length === 0 && city === '' && read.parts.length === 1)
      ? []
      : await findElsewhere();
  const streets = [...inCity, ...anywhere];
  // Which of the namesakes is meant isn't known, unless the postcode says it.
  const isNamesake = addition !== '' && chosen.postcode === null;
  const places = chosen.places.map((place) => ({
    place: isNamesake && known!.cities.includes(place) ? { ...place, match: 'typo' as const } : place,
  }));
  const offered = streets.map((street) => ({ street }));
  // A misspelt street comes after a city whose name matches.
  const isMisspelt = streets[0]?.match === 'typo' && inCity.length === 0 && places.length > 0;
  const found = isMisspelt ? [...places, ...offered] : [...offered, ...places];
  return {
    found: found.slice(0, MOST),
    unknown: findUnknown(),
    sure:
      (named !== null && !isNamesake) || codes.length > 0 || streets.some(({ match }) => match === 'exact'),
  };

  function findUnknown(): Unknown | null {
    const [first] = found;
    if (first === undefined) return null;
    const postcode = chosen.postcodeKnown ? '' : firstPostcode;
    if ('place' in first) {
      const street = nameRest(rest, known?.cities ?? [], district) || (isNamesake ? addition : '');
      if (street === '') return postcode === '' ? null : { kind: 'postcode', text: postcode };
      return { kind: 'part', text: chosen.postcode === null ? street : joinTexts(street, postcode) };
    }
    // "Damrak 1099": the number was read as a postcode.
    const isNumber = first.street.wantedHouse === '' && chosen.postcode === null && isHouseNumber(postcode);
    return isNumber ? { kind: 'part', text: postcode } : findUnknownNumber(first.street);
  }

  /**
   * Finds the city of a separate field: by the whole text, in any writing, else without an added
   * district.
   */
  async function findOwnCity(): Promise<KnownCity | null> {
    for (const find of ['findCalled', 'findWritten'] as const) {
      const called = (await network[find](city, countries, signal)).filter(({ kind }) => kind === 'city');
      if (called.length > 0) return { cities: called, rest: read.parts };
    }
    const part = await findCity(network, splitParts(city), countries, signal, isLikely);
    return part && { ...part, rest: read.parts };
  }

  async function findCodes(): Promise<Place[]> {
    for (const postcode of postcodes) {
      const called = await network.findCalled(postcode, countries, signal);
      const found = called.filter(({ kind }) => kind === 'postcode');
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * Finds the district of a postcode, which alone doesn't look like one ("London SW1A"), and takes
   * it out of the address.
   */
  async function findDistrict(): Promise<Place[]> {
    for (const [at, part] of read.parts.entries()) {
      const word = [part.at(-1)!, part[0]!].find((each) => part.length > 1 && DISTRICT.test(each));
      const called = word === undefined ? [] : await network.findCalled(word, countries, signal);
      const found = called.filter(({ kind }) => kind === 'postcode');
      if (found.length === 0) continue;
      read.parts = read.parts.map((each, other) =>
        other === at ? each.filter((one) => one !== word) : each,
      );
      return found;
    }
    return [];
  }

  /**
   * Finds a city by an incomplete or misspelt name: of its own field, else at the end or the
   * beginning of the address.
   */
  async function findInexactCity(): Promise<KnownCity | null> {
    let best: KnownCity | null = null;
    if (city !== '') {
      const nearly = await network.findPlaces(city, MOST, signal, countries);
      const cities = nearly.filter(({ kind }) => kind === 'city');
      if (cities.length > 0) return { cities, rest: read.parts };
      const inText = await findCity(network, read.parts, countries, signal, isLikely);
      if (inText !== null) return inText;
    }
    for (const { words, rest } of listCityCandidates(read.parts)) {
      const found = await network.findPlaces(words.join(' '), MOST, signal, countries);
      const cities = found.filter(({ kind }) => kind === 'city');
      if (cities[0]?.match === 'prefix') return { cities, rest };
      if (cities.length > 0) best ??= { cities, rest };
    }
    return best;
  }

  /**
   * Finds a street whose name consists of all the words ("Rue de Paris"), or whose city isn't
   * known.
   */
  async function findElsewhere(): Promise<Street[]> {
    if (read.parts.length === 0) return [];
    const around = near === null || isWide(near) ? (anchor ?? near) : near;
    const found = await findStreetsAnywhere(network, read.parts, around, searched);
    return found.filter(
      (street) =>
        (named === null || street.match === 'exact') &&
        (!chosen.postcodeKnown || anchor === null || distanceMetres(street, anchor) < BESIDE_METRES),
    );
  }
}

/** Lists words that may be a misspelt city, each with the rest of the address. */
function listCityCandidates(parts: readonly (readonly string[])[]): { words: string[]; rest: string[][] }[] {
  const candidates: { words: string[]; rest: string[][] }[] = [];
  const add = (part: number, start: number, end: number) => {
    const words = parts[part]?.slice(start, end) ?? [];
    if (words.length > 0 && !/\p{N}/u.test(words.join('')))
      candidates.push({ words, rest: takeOut(parts, { part, start, end }) });
  };
  const last = parts.length - 1;
  const length = parts[last]?.length ?? 0;
  if (parts.length > 1) add(last, 0, length);
  for (const words of [2, 1]) if (length >= words) add(last, length - words, length);
  for (const words of [2, 1]) if ((parts[0]?.length ?? 0) > words) add(0, 0, words);
  return candidates.slice(0, MAX_CITY_CANDIDATES);
}

/** The number that a street was asked for and that it isn't known to have. */
export function findUnknownNumber({ house, wantedHouse }: Street): Unknown | null {
  return house === null && wantedHouse !== '' ? { kind: 'number', text: wantedHouse } : null;
}

const joinTexts = (...texts: string[]) => texts.filter((text) => text !== '').join(', ');

/**
 * The unknown street as typed, without what says more of the city: its other names and district, a
 * municipality's kind, the code of a province ("Bergamo BG"). Empty if the words contain no name.
 */
function nameRest(rest: readonly (readonly string[])[], cities: readonly Place[], district: string): string {
  const names = new Set(cities.map(({ name }) => foldName(name)));
  const dropDistrict = (part: string) =>
    district !== '' && ` ${part}`.endsWith(` ${district}`) ? part.slice(0, -district.length).trim() : part;
  const text = rest
    .map((words) => dropDistrict(joinWords(words).replace(/^-/, '')))
    .filter(
      (part) =>
        part !== '' && !names.has(foldName(part)) && !isMunicipality(foldName(part)) && !PROVINCE.test(part),
    )
    .join(', ');
  return /\p{L}{2}/u.test(text) ? text : '';
}

/** Finds postcodes similar to one that the network lacks, for a search for this postcode alone. */
export async function findBeside(
  { network, countries, signal }: AddressQuery,
  postcode: string,
): Promise<Place[]> {
  const near = await network.findNearPostcodes(postcode, countries, signal);
  return near.filter((code) => isNeighbour(code, postcode)).slice(0, MAX_NEAR);
}

/** Whether a postcode begins with the first half of another one, and at least three characters. */
function isNeighbour({ name }: Place, postcode: string): boolean {
  const folded = foldPostcode(postcode);
  const beginning = folded.slice(0, Math.max(MIN_SHARED, Math.ceil(folded.length / 2)));
  return foldPostcode(name).startsWith(beginning);
}

/**
 * Whether a text is an address: more than one name or number, with or without a blank between them
 * ("Berlin-Mitte").
 */
export function isAddress({ postcodes, parts }: AddressReading): boolean {
  return postcodes.length + parts.flatMap(splitCompounds).length > 1;
}

/** The parts of a question that are the same for every reading of an address. */
type StreetSearch = Pick<StreetQuestion, 'countries' | 'postcodeAt' | 'limit' | 'isWide'> & {
  signal: AbortSignal | undefined;
};

/** Distinct names: one lookup covers the streets of all cities of the same name. */
const MAX_CITY_NAMES = 2;

/**
 * Finds the street of an address whose city is known: by its exact name, else by prefix, else with
 * typos.
 * @param rest the words beside the city
 * @param anchor approximate position of the street: of several, the nearest comes first
 * @throws AppError
 */
async function findStreetsInCity(
  network: Pick<PointNetwork, 'findStreets'>,
  rest: readonly (readonly string[])[],
  cities: readonly Place[],
  anchor: Position,
  { signal, ...search }: StreetSearch,
): Promise<Street[]> {
  const readings = readStreets(rest);
  const names = [...new Set(cities.map(({ name }) => name))].slice(0, MAX_CITY_NAMES);
  for (const city of names) {
    const request = ({ street, house }: StreetReading, forgiving: boolean) =>
      network.findStreets({ ...search, beginning: street, house, city, near: anchor, forgiving }, signal);
    let begun: Street[] = [];
    for (const reading of readings) {
      const found = await request(reading, false);
      if (found.some(({ match }) => match === 'exact')) return found;
      if (begun.length === 0) begun = found;
    }
    const [likeliest] = readings;
    if (begun.length === 0 && likeliest !== undefined) begun = await request(likeliest, true);
    if (begun.length > 0) return begun;
  }
  return [];
}

/**
 * Finds streets for words without a known city, or with an incompletely typed one: returns the
 * matches of the first reading that has any.
 * @param near results nearest to this position come first
 * @param forgiving whether typos are allowed if none has any: looking for them takes as long as all
 *   the rest
 * @throws AppError
 */
export async function findStreetsAnywhere(
  network: Pick<PointNetwork, 'findStreets'>,
  parts: readonly (readonly string[])[],
  near: Position | null,
  { signal, ...search }: StreetSearch,
  forgiving = true,
): Promise<Street[]> {
  const readings = readWithCity(parts);
  for (const reading of readings) {
    const found = await network.findStreets({ ...search, ...reading, near, forgiving: false }, signal);
    if (found.length > 0) return found;
  }
  if (!forgiving) return [];
  // Allow typos only in the most likely reading: this fetches several pages of the table.
  const inWords = readings.find(({ beginning }) => !/\p{N}/u.test(beginning));
  if (inWords === undefined) return [];
  return network.findStreets({ ...search, ...inWords, near, forgiving: true }, signal);
}
