import type { City } from './cities.ts';
import { writePostcode } from './postcodes.ts';
import { pickRandom, pickWhole, type Random } from './random.ts';
import { STREET_WORDS, type StreetWords } from './street-words.ts';

/** An address as in the platform's responses: fields may be null. */
export interface MadeUpAddress {
  country: string;
  administrativeArea: string | null;
  city: string | null;
  street: string | null;
  buildingNumber: string | null;
  flatNumber: string | null;
  postalCode: string | null;
}

const VOIVODESHIPS =
  'dolnośląskie kujawsko-pomorskie łódzkie lubelskie lubuskie małopolskie mazowieckie opolskie podkarpackie podlaskie pomorskie śląskie świętokrzyskie warmińsko-mazurskie wielkopolskie zachodniopomorskie';
const FIRST_VOIVODESHIP = 72;

/** Names for GeoNames' first-level divisions, in countries whose points have an administrative area. */
const REGION_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GB: { ENG: 'England', NIR: 'Northern Ireland', SCT: 'Scotland', WLS: 'Wales' },
  PL: Object.fromEntries(VOIVODESHIPS.split(' ').map((name, at) => [FIRST_VOIVODESHIP + at, name])),
};
const HOUSE_LETTERS = ['a', 'b', 'c', 'd'];

/** Location of an address in a town: index of the street's name, house number, and number of the postcode. */
export interface AddressSpot {
  street: number;
  house: number;
  postcode: number;
}

/** Makes an address in a town, in the country's format, with the defects of real feeds. */
export function makeAddress(city: City, spot: AddressSpot, random: Random): MadeUpAddress {
  const words = STREET_WORDS[city.country] as StreetWords;
  const name = words.names[spot.street] as string;
  const street = pickRandom(random, words.forms).replace('*', name);
  const number = makeNumber(spot.house, random);
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
    postalCode:
      random() < 0.003
        ? null
        : writePostcode(city.country, spot.postcode, `${city.name} ${name} ${spot.house}`),
  };
}

function makeNumber(number: number, random: Random): string {
  const chance = random();
  if (chance < 0.1) return `${number}${pickRandom(random, HOUSE_LETTERS)}`;
  return chance < 0.15 ? `${number}-${number + 2 * pickWhole(random, 1, 4)}` : String(number);
}

/** Doubles apostrophes now and then, as faulty escaping does: BOIS D''HAINE. */
function doubleQuotes(name: string, random: Random): string {
  return name.includes("'") && random() < 0.5 ? name.replaceAll("'", "''") : name;
}
