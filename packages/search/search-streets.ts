import type { Position } from '#network/distance.ts';
import type { Place } from './tables/places.ts';
import type { Street, StreetQuestion } from './tables/streets.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { readStreets, readWithCity, type StreetReading } from './read-address.ts';

type Network = Pick<PointNetwork, 'findStreets'>;

/** The parts of a question that are the same for every reading of an address. */
export type StreetSearch = Pick<StreetQuestion, 'countries' | 'postcodeAt' | 'limit' | 'isWide'> & {
  signal: AbortSignal | undefined;
};

/** Distinct names: one lookup covers the streets of all cities of the same name. */
const MAX_CITY_NAMES = 2;

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
 * Finds streets for words without a known city, or with an incompletely typed one: returns the matches of the first reading that has any.
 * @param near results nearest to this position come first
 * @param forgiving whether typos are allowed if none has any: looking for them takes as long as all the rest
 * @throws AppError
 */
export async function findStreetsAnywhere(
  network: Network,
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
