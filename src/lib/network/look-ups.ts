import { shortPlacesFile } from '../snapshot-format/layout.ts';
import type { ReadNetwork } from './answer-questions.ts';
import { openIdTable } from './find-ids.ts';
import { createFindNames } from './find-names.ts';
import { openPlaceTable, readCountryNames, readLargestCities } from './find-places.ts';
import { createFindStreets } from './find-streets.ts';
import { once } from './once.ts';

/** The tables of ids and names of a published network. Loaded with the first look-up, since the first pins need none. */
export function createLookUps(
  { files, manifest, countries, pagesKept }: ReadNetwork,
  readNearest: Parameters<typeof createFindStreets>[1],
) {
  const counts = countries();
  const shortFile = (letter: string, country: string) =>
    shortPlacesFile(letter, country, country === '' ? manifest.count : (counts.get(country) ?? 0));

  return {
    ids: openIdTable(files),
    places: openPlaceTable(files, shortFile, pagesKept),
    countryNames: once(() => readCountryNames(files)),
    largestCities: (limit: number, of: readonly string[]) => readLargestCities(files, limit, of),
    findNames: createFindNames(files, pagesKept),
    findStreets: createFindStreets(files, readNearest, pagesKept),
  };
}
