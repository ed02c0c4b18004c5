import type { City } from './cities.ts';
import { hashText } from './random.ts';

/** Format of a country's postcodes: one postcode for each number of a range. */
interface PostcodeForm {
  /** Size of the range. */
  numbers: number;
  /** @param number 0 … numbers-1 @param unit hash of the address, for codes whose end is finer than a district */
  write: (number: number, unit: number) => string;
}

const LETTERS = 'ABDEGHJLNPRSTUWXYZ';
/** Returns one of 324 pairs of letters. */
const letters = (unit: number) =>
  LETTERS.charAt(unit % LETTERS.length) + LETTERS.charAt(Math.floor(unit / LETTERS.length) % LETTERS.length);
const digits = (number: number, length: number) => String(number).padStart(length, '0');
const four: PostcodeForm = { numbers: 9_000, write: (number) => String(1_000 + number) };
const five: PostcodeForm = { numbers: 98_000, write: (number) => digits(1_000 + number, 5) };
const spaced: PostcodeForm = {
  numbers: 89_000,
  write: (number) => `${Math.floor((10_000 + number) / 100)} ${digits((10_000 + number) % 100, 2)}`,
};
const GB_SECTORS = 9;
const GB_DISTRICTS = 20;

const FORMS: Readonly<Record<string, PostcodeForm>> = {
  AT: four,
  BE: four,
  CZ: spaced,
  DE: five,
  DK: four,
  ES: { ...five, numbers: 51_000 },
  FI: { numbers: 9_900, write: (number) => `${digits(number + 10, 4)}0` },
  FR: { ...five, numbers: 94_000 },
  GB: {
    numbers: LETTERS.length * 7 * GB_DISTRICTS * GB_SECTORS,
    write(number, unit) {
      const sector = number % GB_SECTORS;
      const district = Math.floor(number / GB_SECTORS) % GB_DISTRICTS;
      const area = Math.floor(number / GB_SECTORS / GB_DISTRICTS);
      const town = LETTERS.charAt(Math.floor(area / 7)) + LETTERS.charAt((area % 7) * 2);
      return `${town}${district + 1} ${sector + 1}${letters(unit)}`;
    },
  },
  HU: four,
  IE: {
    numbers: LETTERS.length * 98,
    write: (number, unit) =>
      `${LETTERS.charAt(Math.floor(number / 98))}${digits((number % 98) + 1, 2)} ${letters(unit)}${digits(unit % 89, 2)}`,
  },
  IT: five,
  LU: { ...four, write: (number) => `L-${1_000 + number}` },
  NL: { ...four, write: (number, unit) => `${1_000 + number} ${letters(unit)}` },
  PL: {
    numbers: 100_000,
    write: (number) => `${digits(Math.floor(number / 1_000), 2)}-${digits(number % 1_000, 3)}`,
  },
  PT: { ...four, write: (number, unit) => `${1_000 + number}-${digits(unit % 1_000, 3)}` },
  RO: { numbers: 900_000, write: (number) => String(100_000 + number) },
  SE: spaced,
  SK: { ...spaced, numbers: 80_000, write: (number) => spaced.write(number + 9_000, 0) },
};

/** Writes a postcode in its country's format: NL 7311 MD, PL 00-950. The part finer than the number depends on the address. */
export function writePostcode(country: string, number: number, address: string): string {
  return (FORMS[country] as PostcodeForm).write(number, hashText(address));
}

/** Population of a district of a city; a city has at most 256 districts. */
const PEOPLE = 20_000;
const MAX_SIDE = 16;
/** How far a city's districts reach from its centre: this many metres times the square root of the population. */
const REACH_METRES = 14;
/** Metres per degree of latitude. */
export const METRES_PER_DEGREE = 111_320;

/** A city's part of its country's range of numbers. */
export interface PostcodeRange {
  first: number;
  amount: number;
}

/**
 * Distributes a country's numbers among its cities, in proportion to the population and along a curve, so that cities near each
 * other have similar codes and a city's codes begin alike.
 */
export function shareOutPostcodes(cities: readonly City[], country: string): Map<City, PostcodeRange> {
  const { numbers } = FORMS[country] as PostcodeForm;
  const people = cities.reduce((sum, { population }) => sum + population, 0);
  const ranges = new Map<City, PostcodeRange>();
  let before = 0;
  for (const city of [...cities].sort((a, b) => curve(a) - curve(b))) {
    const first = Math.floor((before / people) * numbers);
    before += city.population;
    const end = Math.floor((before / people) * numbers);
    // Villages share a number with their neighbours.
    ranges.set(city, { first: Math.min(first, numbers - 1), amount: Math.max(1, end - first) });
  }
  return ranges;
}

/** Returns the number of the postcode at a place in a city. Districts are squares of a grid, numbered row by row. */
export function postcodeAt(
  city: City,
  { first, amount }: PostcodeRange,
  latitude: number,
  longitude: number,
): number {
  const byPopulation = Math.round(Math.sqrt(city.population / PEOPLE));
  const side = Math.max(1, Math.min(byPopulation, MAX_SIDE, Math.floor(Math.sqrt(amount))));
  const reach = (REACH_METRES * Math.sqrt(city.population)) / METRES_PER_DEGREE;
  const narrowing = Math.cos((city.latitude * Math.PI) / 180);
  const step = (away: number) => Math.max(0, Math.min(side - 1, Math.floor(((away / reach + 1) / 2) * side)));
  const row = step(latitude - city.latitude);
  const column = step((longitude - city.longitude) * narrowing);
  // Odd rows run backwards.
  const district = row * side + (row % 2 === 0 ? column : side - 1 - column);
  return first + Math.floor((district * amount) / (side * side));
}

/** Returns a city's position on a Morton curve: places near each other on the curve are near each other on the map. */
function curve({ latitude, longitude }: City): number {
  const north = Math.floor((latitude + 90) * 16);
  const east = Math.floor((longitude + 180) * 16);
  let key = 0;
  for (let bit = 12; bit >= 0; bit--) key = key * 4 + ((north >> bit) & 1) * 2 + ((east >> bit) & 1);
  return key;
}
