import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPoint } from '../../packages/platform/point.ts';
import type { Position } from '../../packages/network/distance.ts';
import { countBy, groupBy } from '../../publisher/group.ts';
import { readKnownCities } from '../../publisher/known-cities.ts';
import { foldName, foldPostcode } from '../../packages/network/snapshot-format/fold.ts';
import { createRandom, pickRandom, type Random } from '../../sandbox/network/random.ts';
import { listNamedCities } from './city-names.ts';

/** A typed text, and the place to which it should lead. */
export interface Question {
  text: string;
  /** Country of the place. */
  country: string;
  position: Position;
  /** Places that fit the text equally well, and count as right too. */
  alike?: readonly Position[];
  /** Results within this distance, in metres, count as right. */
  tolerance: number;
}

/** The questions of one kind, with the kind's name in the report. */
export interface QuestionKind {
  kind: string;
  questions: Question[];
}

interface Address {
  street: string;
  number: string;
  postcode: string;
  city: string;
}

/** Number of questions of each kind. */
const AMOUNT = 400;
const SEED = 20_261_122;
const STREET_METRES = 3_000;
const POSTCODE_METRES = 6_000;
const CITY_METRES = 25_000;
const UNKNOWN_POSTCODE = 'unknown postcode, city';
/** No street in the world has these names. */
const UNKNOWN_STREETS = ['Xyzzyallee', 'Qwrtzgasse', 'ul. Xqzyyka', 'Rue Xyzzyque', 'Xyzzy Road'];

/**
 * Makes questions from the addresses of a published network.
 * @param published folder with one version, chunks included
 */
export function makeQuestions(published: string): QuestionKind[] {
  const addresses = readAddresses(published);
  const postcodes = new Set(
    addresses.map(({ address, country }) => `${country} ${foldPostcode(address.postcode)}`),
  );
  const regions = groupBy(addresses, regionOf);
  const kinds: [
    kind: string,
    tolerance: number,
    write: (address: Address, country: string, random: Random) => string,
  ][] = [
    [
      'street, number, postcode, city',
      STREET_METRES,
      ({ street, number, postcode, city }, _, random) =>
        street && postcode && city
          ? `${writeStreet(street, number)}${writeComma(random)} ${postcode} ${city}`
          : '',
    ],
    [
      'street, number, city',
      STREET_METRES,
      ({ street, number, city }, _, random) =>
        street && city ? `${writeStreet(street, number)}${writeComma(random)} ${city}` : '',
    ],
    [
      'postcode, city',
      POSTCODE_METRES,
      ({ postcode, city }) => (postcode && city ? `${postcode} ${city}` : ''),
    ],
    ['city', CITY_METRES, ({ city }) => city],
    [
      UNKNOWN_POSTCODE,
      CITY_METRES,
      ({ postcode, city }, country, random) => {
        const unknown = postcode && city ? changePostcode(postcode, country, random) : null;
        return unknown === null ? '' : `${unknown} ${city}`;
      },
    ],
    [
      'unknown street, city',
      CITY_METRES,
      ({ city }, _, random) =>
        city
          ? `${pickRandom(random, UNKNOWN_STREETS)} ${1 + Math.floor(random() * 99)}${writeComma(random)} ${city}`
          : '',
    ],
  ];

  /** Changes the last digits to make a postcode that the network doesn't have; null if all of them exist. */
  function changePostcode(postcode: string, country: string, random: Random): string | null {
    for (let attempt = 0; attempt < 30; attempt++) {
      const lastChanged = postcode.replace(/\d(?=\D*$)/, () => String(Math.floor(random() * 10)));
      const changed =
        attempt < 15
          ? lastChanged
          : lastChanged.replace(/\d(?=\D*\d\D*$)/, () => String(Math.floor(random() * 10)));
      if (!postcodes.has(`${country} ${foldPostcode(changed)}`)) return changed;
    }
    return null;
  }

  return kinds.map(([kind, tolerance, write], at) => {
    const random = createRandom(SEED, at);
    const questions: Question[] = [];
    for (let attempt = 0; attempt < AMOUNT * 20 && questions.length < AMOUNT; attempt++) {
      const { address, country, position } = pickRandom(random, addresses);
      const text = write(address, country, random);
      if (text === '') continue;
      const alike = kind === UNKNOWN_POSTCODE ? regions.get(regionOf({ address, country })) : undefined;
      questions.push({
        text,
        country,
        position,
        tolerance,
        ...(alike && { alike: alike.map((other) => other.position) }),
      });
    }
    return { kind, questions };
  });
}

/** Makes questions about cities of the base map in the countries of a published network, by names that only one of them has. */
export function makeMapQuestions(published: string): QuestionKind {
  const countries = new Set(readAddresses(published).map(({ country }) => country));
  const cities = readKnownCities().all.filter(({ country }) => countries.has(country));
  const namesakes = countBy(cities, ({ names }) => foldName(names[0]!));
  const own = cities.filter(({ names }) => namesakes.get(foldName(names[0]!)) === 1);
  const random = createRandom(SEED, own.length);
  const questions = Array.from({ length: Math.min(AMOUNT, own.length) }, () => {
    const { names, country, latitude, longitude } = pickRandom(random, own);
    return { text: names[0]!, country, position: { latitude, longitude }, tolerance: CITY_METRES };
  });
  return { kind: 'city of the base map', questions };
}

/** Makes questions about the largest cities in ten languages. */
export function makeNameQuestions(): QuestionKind {
  const questions = listNamedCities().map(({ name, country, position }) => ({
    text: name,
    country,
    position,
    tolerance: CITY_METRES,
  }));
  return { kind: 'city names in ten languages', questions };
}

/**
 * The region that the first two characters of a postcode denote, which is known even if the postcode doesn't exist. Within a region, a
 * city's suburbs and villages
 * of the same name can't be distinguished.
 */
const regionOf = ({ address: { city, postcode }, country }: { address: Address; country: string }) =>
  `${country} ${foldPostcode(postcode).slice(0, 2)} ${foldName(city)}`;

function writeStreet(street: string, number: string): string {
  return number === '' ? street : `${street} ${number}`;
}

/** Half of all people type a comma. */
const writeComma = (random: Random) => (random() < 0.5 ? ',' : '');

function readAddresses(published: string) {
  const { version } = JSON.parse(readFileSync(join(published, 'manifest.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(published, version, 'chunks');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((name) =>
    (JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown[]).flatMap((item) => {
      const reading = readPoint(item);
      if (!('point' in reading)) return [];
      const { country, address, coordinates } = reading.point;
      return [{ address: readAddress(address), country: String(country), position: coordinates }];
    }),
  );
}

function readAddress(address: unknown): Address {
  const fields = (typeof address === 'object' && address !== null ? address : {}) as Record<string, unknown>;
  const read = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value.replaceAll("''", "'").trim() : '';
  };
  const [street, city] = [read('street'), read('city')];
  const number = read('buildingNumber');
  return {
    // Streets from test records and truncated fields are useless, and so are villages that repeat their own name as the street.
    street:
      /\p{L}{2}/u.test(street) && street !== 'TEST' && street.toLowerCase() !== city.toLowerCase()
        ? street
        : '',
    // Some carriers put shop names into this field.
    number: /^\d+(?!\d*\/7)/.test(number) ? number : '',
    postcode: read('postalCode'),
    city,
  };
}
