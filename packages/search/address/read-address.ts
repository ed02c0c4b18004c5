import { isHouseNumber, joinHouseNumbers } from './house-number.ts';
import { splitAddress } from './split-address.ts';

/** No real address has more. */
const MAX_POSTCODES = 3;
const MAX_PARTS = 6;

/** Postcode formats; house numbers have fewer digits. */
const POSTCODES: readonly RegExp[] = [
  /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/gi, // GB: SW1A 1AA
  /\b[ac-fhknprtv-y]\d[\dw] ?[a-z\d]{4}\b/gi, // IE: D02 X285
  /\b\d{4}(?:[a-zA-Z]{2}| [A-Z]{2}| [a-z]{2}(?= \p{L}|,|$))(?![\p{L}\p{N}])/gu, // NL: 1012 AB
  /\b\d{4}-\d{3}\b/g, // PT: 1000-001
  /\b\d{2}[- ]\d{3}\b/g, // PL: 00-950
  /\b\d{3} \d{2}\b/g, // CZ, SK, SE, GR: 110 00
  /\b\d{4,6}\b/g,
];
/** Country code before a postcode: "D-10115", "PL-00-950", "L-1234". */
const COUNTRY_BEFORE = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\d{2})/gu;

/** An address, split. */
export interface AddressReading {
  /** Most likely first. */
  postcodes: string[];
  /** The texts between commas and postcodes, split into words. */
  parts: string[][];
}

/**
 * Splits an address by its punctuation and postcodes: "Marszałkowska 10, 00-950 Warszawa" has the
 * postcode 00-950 and the parts "Marszałkowska 10" and "Warszawa". Words keep their spelling.
 */
export function readAddress(text: string): AddressReading {
  // Without digits there is no postcode: nothing of what follows to compile for the first letters.
  if (!/\d/.test(text)) return { postcodes: [], parts: splitParts(text).slice(-MAX_PARTS) };
  const postcodes: string[] = [];
  let rest = text.replace(COUNTRY_BEFORE, ' ');
  for (const pattern of POSTCODES) {
    rest = rest.replace(pattern, (code) => {
      postcodes.push(code);
      return ', ';
    });
  }
  return { postcodes: postcodes.slice(0, MAX_POSTCODES), parts: splitParts(rest).slice(-MAX_PARTS) };
}

/**
 * Between the number of a district and its name: "Praha 4 - Nusle", "Praha 4-Nusle"; not in "11-go
 * Listopada".
 */
const BEFORE_DISTRICT = /(?<=\p{L} \d{1,2})(?: ?[-–—] (?=\p{L})|[-–—](?=\p{Lu}\p{L}{2}))/gu;

/** A dash with blanks, which joins a district to its town: "Kraków - Podgórze". */
const SPACED_DASH = /(?<=\p{L})(?:\s+[-–—]+\s*|\s*[-–—]+\s+)(?=\p{L}{2})/gu;

/**
 * Splits at commas, semicolons and line breaks, and before the name of a district, then into words;
 * drops words without a letter or digit. The word after a dash with blanks begins with a hyphen:
 * "Kraków – Podgórze" → "Kraków", "-Podgórze".
 */
export function splitParts(text: string): string[][] {
  return text
    .replace(BEFORE_DISTRICT, ',')
    .replace(SPACED_DASH, ' -')
    .split(/[,;\n]/)
    .map((part) => part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((part) => part.length > 0);
}

/** Whether a word stands behind a dash with blanks. */
export const isBehindDash = (word: string): boolean => /^-\p{L}/u.test(word);

/** Joins words again: "Kraków", "-Podgórze" → "Kraków-Podgórze". */
export const joinWords = (words: readonly string[]): string => words.join(' ').replace(/ -(?=\p{L})/gu, '-');

/** One way to parse words into a street and a house number. */
export interface StreetReading {
  street: string;
  /** Empty for none. */
  house: string;
}

/** Each may fetch a page of the table. */
const MAX_READINGS = 6;
const MAX_WORDS_OF_CITY = 3;
/** "3 Maja 12" has two. */
const MAX_HOUSES = 2;

/**
 * Lists the ways to read the words beside a city as a street, most likely first: as every address
 * is split (split-address.ts), with another number as the house's, and without one ("3 Maja"); then
 * each comma-separated part alone.
 */
export function readStreets(parts: readonly (readonly string[])[]): StreetReading[] {
  const joined = parts.map(joinHouseNumbers);
  const readings = [joined, ...(joined.length > 1 ? joined.map((part) => [part]) : [])].flatMap(readStreet);
  const unique = new Map(readings.map((reading) => [`${reading.street}\0${reading.house}`, reading]));
  return [...unique.values()].filter(({ street }) => /\p{L}{2}/u.test(street)).slice(0, MAX_READINGS);
}

function readStreet(parts: readonly (readonly string[])[]): StreetReading[] {
  const words = parts.flat();
  const read = (from: number, to: number, house = '') => ({ street: words.slice(from, to).join(' '), house });
  const { street, house, doubt } = splitAddress(
    { street: parts.map((part) => part.join(' ')).join(', ') },
    '',
  );
  const last = words.length - 1;
  const next = words.findIndex((word, at) => at > 0 && isHouseNumber(word));
  const readings: StreetReading[] = [];
  // "Platz der 4 Winde 3": what follows the first number is no flat.
  if (next > 0 && doubt !== null && isHouseNumber(words[last]!)) readings.push(read(0, last, words[last]));
  if (house !== '') readings.push({ street, house });
  // "10 Hauptstraße"
  if (words.length > 1 && isHouseNumber(words[0]!))
    readings.push(read(1, next < 0 ? words.length : next, words[0]));
  // "Marszałkowska 10 obok apteki"
  if (next > 0) readings.push(read(0, next, words[next]));
  return [...readings, read(0, words.length)];
}

/**
 * Lists readings of an address: unchanged, without a house number (the last one first), and each
 * with the city moved from the beginning to the end.
 */
export function readWithCity(words: readonly (readonly string[])[]): { beginning: string; house: string }[] {
  const parts = words.map(joinHouseNumbers);
  const all = parts.flat();
  const houses = all.length > 1 ? [...new Set(all.filter(isHouseNumber))].slice(-MAX_HOUSES).reverse() : [];
  const orders = ['', ...houses].map((house) => ({
    house,
    parts: parts.map((some) => some.filter((word) => word !== house)),
  }));
  const turned = orders.map((order) => ({ ...order, parts: turn(order.parts) }));
  const readings = [...orders, ...turned].map((order) => ({
    beginning: order.parts.flat().join(' '),
    house: order.house,
  }));
  const unique = new Map(readings.map((reading) => [reading.beginning, reading]));
  return [...unique.values()].filter(({ beginning }) => /\p{L}{2}/u.test(beginning));
}

/** Moves the first part to the end, in case it is the city. */
function turn(parts: readonly (readonly string[])[]): (readonly string[])[] {
  if (parts.length > 1) return [...parts.slice(1), parts[0]!];
  const words = parts.flat();
  return words.length > 1 && words.length <= MAX_WORDS_OF_CITY
    ? [[...words.slice(1), words[0]!]]
    : parts.slice();
}
