import type { StreetsArea } from '#contract/streets.ts';
import type { Position } from '#network/distance.ts';
import type { Bounds } from '#network/point-source.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { isBehindDash, isHouseNumber, joinHouseNumbers, splitParts } from './address/read-address.ts';
import type { GazetteerRow } from './gazetteer/format.ts';
import { readKind, writeOut } from './names.ts';
import type { HousePlace } from './place-house.ts';
import type { NamedPoint } from './tables/open-tables.ts';
import type { Place } from './tables/places.ts';
import type { Street } from './tables/streets.ts';

/**
 * The search's questions and answers, and the ways to read what somebody typed: as a position, as
 * the beginning of an id, with a country, as words with house numbers.
 */

/** Nobody reads more suggestions on a phone. */
export const MOST = 8;
/** A street farther than this from the place named with it is a different street. */
export const BESIDE_METRES = 60_000;

/** The search input: one text, or with separate postcode and city fields. */
export interface AddressQuestion {
  text: string;
  postalCode: string;
  city: string;
  /** ISO codes of the countries to search; empty for all. */
  countries: readonly string[];
  /** Of streets in several cities, the one nearest to this position comes first. */
  near: SearchOrigin | null;
}

/** Where somebody searches. `zoom`: set if it is only the middle of a map of that zoom. */
export type SearchOrigin = Position & { zoom?: number };

/** A map of a smaller zoom shows a whole country, whose middle is as good as any place. */
const LEAST_ZOOM = 9;
export const isWide = (near: SearchOrigin | null): boolean => (near?.zoom ?? LEAST_ZOOM) < LEAST_ZOOM;

/**
 * The part of an address that isn't known, as typed: a house number of a known street (`between`:
 * its neighbours are known), a postcode, or something else.
 */
export interface Unknown {
  kind: 'number' | 'between' | 'postcode' | 'part';
  text: string;
}

/** The network's matches for an address. */
export interface AddressAnswer {
  /** Most likely first. */
  found: ({ street: Street } | { place: Place })[];
  /**
   * The part of the address that isn't known, if the first match is shown; null if all is known.
   */
  unknown: Unknown | null;
  /** Whether a city, postcode or street matches exactly. */
  sure: boolean;
}

/** A match for the typed text. */
export type Suggestion =
  /** `unknown`: the part of the typed address that the network lacks; null if there is none. */
  | { kind: 'place'; place: Place; unknown: Unknown | null }
  | { kind: 'street'; street: Street; unknown: Unknown | null }
  | { kind: 'position'; position: Position }
  /** `count`: number of its points; `box`: their bounding box. */
  | { kind: 'country'; code: string; count: number; box: Bounds }
  /** `named`: set if the point was found by its own name. */
  | { kind: 'point'; id: string; named?: NamedPoint };

/**
 * The search input; with postcode and city if they have separate fields. `named`: points are
 * searched by their own names as well.
 */
export type SearchQuestion = { text: string; named?: boolean } & Partial<Omit<AddressQuestion, 'text'>>;

/** A question to the published streets. */
export interface GazetteerQuestion {
  /** The address without postcodes, split at commas and into words. */
  parts: readonly (readonly string[])[];
  /** Of equal names, the nearest to this position come first. */
  near: Position | null;
  /** ISO codes of the allowed countries; empty for any. */
  countries: readonly string[];
}

/** A street, place or landmark that a question may mean. */
export interface GazetteerMatch
  extends Position, Pick<GazetteerRow, 'kind' | 'name' | 'population' | 'reach'> {
  /** Whether the typed text is its whole name, a beginning of it, or similar to it. */
  match: 'exact' | 'prefix' | 'typo';
  /** Whether another kind of street was typed: "Carrer" for an avenue. */
  otherKind: boolean;
  /** Whether the town that was typed isn't its own, but near, or only similar. */
  isBeside: boolean;
  /** The house number asked for; empty for none. */
  house: string;
  /** The matched name if it isn't the main one; else empty. */
  otherName: string;
  /** Whether it is a city, a village or a part of one. */
  isTown: boolean;
  /** Empty if none is near, and for a place. */
  town: string;
  country: string;
  /** The part of the question that nothing explains; empty if everything is known. */
  left: string;
  area: StreetsArea;
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

const DEGREES = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?`;
const MINUTES = String.raw`(?:\s*(\d{1,2}(?:[.,]\d+)?)\s*['′’])?(?:\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''))?`;
const SIDE = String.raw`\s*([NSEWnsew])?`;
const BEFORE = String.raw`([NSEWnsew])?\s*`;
const ONE = BEFORE + DEGREES + MINUTES + SIDE;
const PAIR = new RegExp(`^${ONE}(?:\\s*[,;/]\\s*|\\s+)${ONE}$`, 'u');

/**
 * Parses a pasted position: "52.2297, 21.0122", "52,2297 21,0122", "52.2297° N, 21.0122° E", "N
 * 52°13'47\" E 21°00'44\"". Without N, S, E or W, the latitude comes first.
 * @returns null for anything else: two integers may be a house number and a flat
 */
export function readCoordinates(text: string): Position | null {
  const found = PAIR.exec(text.trim());
  if (found === null) return null;
  const first = readDegrees(found.slice(1, 6));
  const second = readDegrees(found.slice(6, 11));
  if (!first.precise || !second.precise) return null;
  const turned = 'EW'.includes(first.side || '-') || 'NS'.includes(second.side || '-');
  const [latitude, longitude] = turned ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function readDegrees([before, degrees = '', minutes, seconds, behind]: (string | undefined)[]) {
  const read = (part: string | undefined) => Number((part ?? '0').replace(',', '.'));
  const side = (before ?? behind ?? '').toUpperCase();
  const whole = Math.abs(read(degrees)) + read(minutes) / 60 + read(seconds) / 3600;
  const negative = degrees.startsWith('-') || side === 'S' || side === 'W';
  return {
    side,
    degrees: negative ? -whole : whole,
    /** Whether it is certainly a coordinate and no house number. */
    precise: side !== '' || minutes !== undefined || /[.,]\d{2}/.test(degrees),
  };
}

/** Formats a position as people paste it, with an accuracy of about a metre. */
export function nameCoordinates({ latitude, longitude }: Position): string {
  return `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`;
}

/**
 * Ids begin with their country code; if it is missing, this many of the largest countries are
 * tried.
 */
const MAX_GUESSED_COUNTRIES = 6;
const MIN_ID_LETTERS = 3;

/**
 * Lists possible id prefixes for a typed text: `pl-ada01m` and `ada01m` both match PL_ADA01M.
 * Returns none for a text that can't be an id (neither a digit nor an underscore), so that typing a
 * city costs no lookup.
 * @param countries number of points by country; empty if unknown
 */
export function listIdBeginnings(text: string, countries: ReadonlyMap<string, number>): string[] {
  const typed = text.trim();
  const capitals = typed.toUpperCase();
  const [, country = '', rest = ''] = /^([A-Z]{2})[ _-]+(\S+)$/.exec(capitals) ?? [];
  if (country !== '' && countries.has(country)) return unique([typed, `${country}_${rest}`]);
  if (typed.length < MIN_ID_LETTERS || /\s/.test(typed) || !/[\d_]/.test(typed)) return [];
  const bare = /[A-Z]/.test(capitals) && !capitals.includes('_');
  const largest = [...countries].filter(([code]) => code !== '').sort(([, a], [, b]) => b - a);
  const prefixed = largest.slice(0, MAX_GUESSED_COUNTRIES).map(([code]) => `${code}_${capitals}`);
  return unique([typed, capitals, ...(bare ? prefixed : [])]);
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Nobody types names with more words ("United Kingdom of …"). */
const MAX_COUNTRY_WORDS = 3;
/**
 * Vehicle registration codes, which were written before postcodes until the 1980s; people still use
 * them.
 */
const VEHICLE_CODES: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  P: 'PT',
  S: 'SE',
};
const BEFORE_POSTCODE = /(?<![\p{L}\p{N}])(\p{L}{1,2})-(?=\d{2})/u;

/**
 * Reads the country at the end of an address (or at its beginning, or before its postcode): its
 * name in one of the network's languages, or its code ("75001 Paris FR", "10115 Berlin,
 * Deutschland", "D-10115 Berlin").
 * @param names ISO codes of the network's countries, by folded name
 * @returns the country and the remaining text; null if there is no country, or nothing else
 */
export function readCountry(
  text: string,
  names: ReadonlyMap<string, string>,
): { country: string; rest: string } | null {
  const codes = new Set(names.values());
  const [before, letters = ''] = BEFORE_POSTCODE.exec(text) ?? [];
  if (before !== undefined) {
    const code = letters.toUpperCase();
    const country = codes.has(code) ? code : VEHICLE_CODES[code];
    if (country !== undefined && codes.has(country)) return { country, rest: text.replace(before, ' ') };
  }
  const parts = splitParts(text);
  const words = parts.flat();
  const name = (some: readonly string[]) => {
    const folded = foldName(some.join(' '));
    const code = folded.toUpperCase();
    return names.get(folded) ?? (some.length === 1 && codes.has(code) ? code : undefined);
  };
  for (let length = Math.min(MAX_COUNTRY_WORDS, words.length - 1); length > 0; length--) {
    const atEnd = name(words.slice(-length));
    if (atEnd !== undefined) return { country: atEnd, rest: joinParts(parts, 0, words.length - length) };
    const atStart = name(words.slice(0, length));
    if (atStart !== undefined) return { country: atStart, rest: joinParts(parts, length, words.length) };
  }
  return null;
}

/** The words from position `start` to `end` (exclusive), with commas between the parts. */
function joinParts(parts: readonly (readonly string[])[], start: number, end: number): string {
  let at = -1;
  const isInRange = () => ++at >= start && at < end;
  const joined = parts.map((words) => words.filter(isInRange).join(' '));
  return joined.filter((part) => part !== '').join(', ');
}

/** A folded word of a question. */
export interface Token {
  /** Folded, abbreviations written out. */
  word: string;
  /** As typed; empty for the second of two words that are typed as one. */
  raw: string;
  /** The house number that it may be; else empty. */
  house: string;
}

/** One way to read a question: a name, and the words that describe it. */
export interface NameReading {
  /** The word for the kind of street that the name begins with; empty for none. */
  kind: string;
  /** The name, and maybe more behind it. Never empty. */
  tokens: Token[];
  /** The house number before the name or in a separate part; else empty. */
  house: string;
  rest: Token[][];
}

/** A name with more words is found by its first ones. */
const MAX_TOKENS = 12;

/**
 * Lists the ways to read the parts of an address (texts between commas, as words): each part may be
 * the name, the first one first.
 * @returns at most two
 */
export function readQuestion(parts: readonly (readonly string[])[]): NameReading[] {
  const joined = parts.map((words) => joinHouseNumbers(words));
  const readings = joined.map((_, at) => readFrom(joined, at)).filter((reading) => reading !== null);
  return readings.slice(0, 2);
}

/** The same words once more, without what has been explained: a question for the name behind it. */
export function readTokens(
  tokens: readonly Token[],
  house: string,
  rest: Token[][] = [],
): NameReading | null {
  const first = tokens.findIndex(({ word, house: number }) => number === '' && /\p{L}/u.test(word));
  if (first < 0) return null;
  const before = tokens.slice(0, first).find((token) => token.house !== '')?.house ?? '';
  const words = tokens.slice(first);
  const { kind, from } = readKind(words.map(({ word }) => word));
  return { kind, tokens: words.slice(from, from + MAX_TOKENS), house: house || before, rest };
}

function readFrom(parts: readonly (readonly string[])[], at: number): NameReading | null {
  const others = parts.flatMap((words, other) => (other === at ? [] : [foldWords(words)]));
  // "Avinguda Meritxell, 10, Andorra"
  const alone = others.find((tokens) => tokens.length === 1 && tokens[0]!.house !== '');
  const rest = others.filter((tokens) => tokens !== alone);
  return readTokens(foldWords(parts[at]!), alone?.[0]?.house ?? '', rest);
}

function foldWords(words: readonly string[]): Token[] {
  const tokens = words.flatMap((typed): Token[] => {
    const raw = isBehindDash(typed) ? typed.slice(1) : typed;
    if (isHouseNumber(raw)) return [{ word: foldName(raw).replaceAll(' ', ''), raw, house: raw }];
    return foldName(raw)
      .split(' ')
      .filter((word) => word !== '')
      .map((word, part) => ({ word, raw: part === 0 ? raw : '', house: '' }));
  });
  return tokens.map((token, at) => ({ ...token, word: writeOut(token.word, at, tokens) }));
}

export const joinTokens = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ');

/** As typed. */
export const joinRaw = (tokens: readonly Token[]): string =>
  tokens
    .map(({ raw }) => raw)
    .filter((raw) => raw !== '')
    .join(' ');
