import type { Position } from '../network/distance.ts';
import type { Place } from '../network/find-places.ts';
import type { Street } from '../network/find-streets.ts';
import type { PointNetwork } from '../network/point-network.ts';
import { HOUSE, readStreets, type StreetReading } from './read-address.ts';

type Network = Pick<PointNetwork, 'findStreets'>;

export interface StreetSearch {
  countries: readonly string[];
  limit: number;
  signal: AbortSignal | undefined;
}

/** Distinct names: one lookup covers the streets of all cities of the same name. */
const MAX_CITY_NAMES = 2;
const MAX_WORDS_OF_CITY = 3;

/**
 * Finds the street of an address whose city is known: by its exact name, else by prefix, else with typos.
 * @param rest the words beside the city
 * @param anchor approximate position of the street: of several, the nearest comes first
 * @throws AppError
 */
export async function findStreetsInCity(
  network: Network,
  rest: readonly (readonly string[])[],
  cities: readonly Place[],
  anchor: Position,
  { countries, limit, signal }: StreetSearch,
): Promise<Street[]> {
  const readings = readStreets(rest);
  const names = [...new Set(cities.map(({ name }) => name))].slice(0, MAX_CITY_NAMES);
  for (const city of names) {
    const ask = ({ street, house }: StreetReading, forgiving: boolean) =>
      network.findStreets(
        { beginning: street, house, city, countries, near: anchor, limit, forgiving },
        signal,
      );
    let begun: Street[] = [];
    for (const reading of readings) {
      const found = await ask(reading, false);
      if (found.some(({ match }) => match === 'exact')) return found;
      if (begun.length === 0) begun = found;
    }
    const [likeliest] = readings;
    if (begun.length === 0 && likeliest !== undefined) begun = await ask(likeliest, true);
    if (begun.length > 0) return begun;
  }
  return [];
}

/**
 * Finds streets for words without a known city, or with an incompletely typed one: returns the matches of the first reading that has any.
 * @param near results nearest to this position come first
 * @throws AppError
 */
export async function findStreetsAnywhere(
  network: Network,
  parts: readonly (readonly string[])[],
  near: Position | null,
  { countries, limit, signal }: StreetSearch,
): Promise<Street[]> {
  const readings = readWithCity(parts);
  for (const { beginning, house } of readings) {
    const found = await network.findStreets(
      { beginning, house, countries, near, limit, forgiving: false },
      signal,
    );
    if (found.length > 0) return found;
  }
  // Allow typos only in the most likely reading: this fetches several pages of the table.
  const inWords = readings.find(({ beginning }) => !/\p{N}/u.test(beginning));
  if (inWords === undefined) return [];
  return network.findStreets({ ...inWords, countries, near, limit, forgiving: true }, signal);
}

/** Readings of an address: unchanged, without its house number, and both with the city moved from the beginning to the end. */
function readWithCity(parts: readonly (readonly string[])[]): { beginning: string; house: string }[] {
  const house =
    parts.flat().find((word, at) => HOUSE.test(word) && (at > 0 || parts.flat().length > 1)) ?? '';
  const numberless = parts.map((words) => words.filter((word) => word !== house));
  const orders = house === '' ? [parts] : [parts, numberless];
  const readings = [...orders, ...orders.map(turn)].map((words, at) => ({
    beginning: words.flat().join(' '),
    house: at % orders.length === 0 ? '' : house,
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
