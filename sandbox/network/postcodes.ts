import type { City } from './cities.ts';
import { hashText } from './random.ts';

/** How a country writes its postcodes: one for each number of a range, the numbers handed out from place to place. */
interface PostcodeForm {
  /** So many numbers there are. */
  numbers: number;
  /** @param number 0 … numbers-1 @param unit chosen by the address: where the code's end is finer than a district */
  write: (number: number, unit: number) => string;
}

const LETTERS = 'ABDEGHJLNPRSTUWXYZ';
/** Two letters, one of 324 pairs. */
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

/** Writes a postcode in the form of its country: NL 7311 MD, PL 00-950. The address lends what is finer than the number. */
export function writePostcode(country: string, number: number, address: string): string {
  return (FORMS[country] as PostcodeForm).write(number, hashText(address));
}

/** People of one district of a city; large cities have at most 256 of them. */
const PEOPLE = 20_000;
const MAX_SIDE = 16;
/** A city's districts reach that far from its middle: metres per square root of an inhabitant. */
const REACH_METRES = 14;
/** Of latitude. */
export const METRES_PER_DEGREE = 111_320;

/** Where in a country's numbers a city has its own. */
export interface PostcodeRange {
  first: number;
  amount: number;
}

/**
 * Hands a country's numbers out to its cities, as many as they have people, from neighbour to neighbour: near cities have near codes, and a
 * city's codes begin alike.
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
    // Villages share the number of their neighbours.
    ranges.set(city, { first: Math.min(first, numbers - 1), amount: Math.max(1, end - first) });
  }
  return ranges;
}

/** The number at a spot of a city: its districts are the squares of a grid, and neighbours among them follow each other. */
export function postcodeAt(
  city: City,
  { first, amount }: PostcodeRange,
  latitude: number,
  longitude: number,
): number {
  const wanted = Math.round(Math.sqrt(city.population / PEOPLE));
  const side = Math.max(1, Math.min(wanted, MAX_SIDE, Math.floor(Math.sqrt(amount))));
  const reach = (REACH_METRES * Math.sqrt(city.population)) / METRES_PER_DEGREE;
  const narrowing = Math.cos((city.latitude * Math.PI) / 180);
  const step = (away: number) => Math.max(0, Math.min(side - 1, Math.floor(((away / reach + 1) / 2) * side)));
  const row = step(latitude - city.latitude);
  const column = step((longitude - city.longitude) * narrowing);
  // Every other row backwards.
  const district = row * side + (row % 2 === 0 ? column : side - 1 - column);
  return first + Math.floor((district * amount) / (side * side));
}

/** A place's position on a curve through the country (Morton's): what is near on it is near on the map. */
function curve({ latitude, longitude }: City): number {
  const north = Math.floor((latitude + 90) * 16);
  const east = Math.floor((longitude + 180) * 16);
  let key = 0;
  for (let bit = 12; bit >= 0; bit--) key = key * 4 + ((north >> bit) & 1) * 2 + ((east >> bit) & 1);
  return key;
}
