import type { City } from './cities.ts';
import { hashText, pick, pickWhole, type Random } from './random.ts';
import { STREETS, type StreetWords } from './street-words.ts';
import { REGION_NAMES } from './region-names.ts';

/** An address as the platform gives it: any part may be null. */
export interface Address {
  country: string;
  administrativeArea: string | null;
  city: string | null;
  street: string | null;
  buildingNumber: string | null;
  flatNumber: string | null;
  postalCode: string | null;
}

const POSTAL_LETTERS = 'ABDEGHJLNPQRSTUWXYZ';
const HOUSE_LETTERS = ['a', 'b', 'c', 'd'];

/** Makes an address in a town, in the country's manner, faults of real feeds included. */
export function makeAddress(city: City, random: Random): Address {
  const words = STREETS[city.country] as StreetWords;
  const street = makeStreet(words, random);
  const number = makeNumber(random);
  const inside = random() < words.numberInside;
  const capitals = random() < words.capitals;
  const town = doubleQuotes(city.name, random);
  const line = inside ? words.withNumber(street, number) : street;
  return {
    country: city.country,
    administrativeArea: REGION_NAMES[city.country]?.[city.region] ?? null,
    city: random() < 0.002 ? null : capitals ? town.toUpperCase() : town,
    street: random() < 0.004 ? null : capitals ? line.toUpperCase() : line,
    buildingNumber: inside || random() < 0.03 ? null : number,
    flatNumber: null,
    postalCode: random() < 0.003 ? null : makePostalCode(words.postalCode, city, random),
  };
}

function makeStreet(words: StreetWords, random: Random): string {
  return pick(random, words.forms).replace('*', pick(random, words.names));
}

function makeNumber(random: Random): string {
  const number = Math.ceil(random() ** 2.5 * 180);
  const chance = random();
  if (chance < 0.1) return `${number}${pick(random, HOUSE_LETTERS)}`;
  return chance < 0.15 ? `${number}-${number + 2 * pickWhole(random, 1, 4)}` : String(number);
}

/** An apostrophe doubled on its way through somebody's database: BOIS D''HAINE. */
function doubleQuotes(name: string, random: Random): string {
  return name.includes("'") && random() < 0.5 ? name.replaceAll("'", "''") : name;
}

/** Fills a pattern: each 9 a digit, each A a letter; the town fixes the first half, so that neighbours look alike. */
function makePostalCode(pattern: string, city: City, random: Random): string {
  const town = hashText(city.name);
  const half = Math.ceil(pattern.length / 2);
  let code = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const sign = pattern.charAt(index);
    const fraction = index < half ? ((town >>> (index * 3)) % 97) / 97 : random();
    if (sign === '9') code += Math.floor(fraction * 10);
    else code += sign === 'A' ? POSTAL_LETTERS.charAt(Math.floor(fraction * POSTAL_LETTERS.length)) : sign;
  }
  return code;
}
