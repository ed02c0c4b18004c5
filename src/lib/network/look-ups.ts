import { shortPlacesFile, shortPlacesOfLetterFile } from '../snapshot-format/layout.ts';
import {
  LARGEST_CITIES_SINCE_MINOR,
  NAMES_SINCE_MINOR,
  OTHER_NAMES_SINCE_MINOR,
  SHARED_SHORT_FILES_SINCE_MINOR,
  type SnapshotManifest,
  STREETS_SINCE_MINOR,
} from '../snapshot-format/manifest.ts';
import { openIdTable } from './find-ids.ts';
import { createFindNames, type NamedPoint, type NameQuestion } from './find-names.ts';
import { openPlaceTable, type Place, readCountryNames, readLargestCities } from './find-places.ts';
import { createFindStreets, type Street, type StreetQuestion } from './find-streets.ts';
import { once } from './memoize-async.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface LookUpOptions {
  files: SnapshotFiles;
  manifest: SnapshotManifest;
  /** Number of points by country. */
  countries: ReadonlyMap<string, number>;
  /** Reads the item of the point nearest to a position. */
  readNearest: Parameters<typeof createFindStreets>[1];
  /** Number of parsed pages to cache per table of names. */
  pagesKept?: number | undefined;
}

export type LookUps = ReturnType<typeof createLookUps>;

/** The tables of ids and names of a published network. Loaded with the first look-up, since the first pins need none. */
export function createLookUps({ files, manifest, countries, readNearest, pagesKept }: LookUpOptions) {
  const { minor, count } = manifest;
  const withOtherNames = minor >= OTHER_NAMES_SINCE_MINOR;
  const shortFile =
    minor < SHARED_SHORT_FILES_SINCE_MINOR
      ? shortPlacesOfLetterFile
      : (letter: string, country: string) =>
          shortPlacesFile(letter, country, country === '' ? count : (countries.get(country) ?? 0));
  const places = openPlaceTable(files, shortFile, withOtherNames, pagesKept);
  const findStreets = createFindStreets(files, readNearest, pagesKept);
  const findNames = createFindNames(files, pagesKept);
  const readNames = once(() => readCountryNames(files));

  return {
    ids: openIdTable(files),
    places,
    countryNames: async (): Promise<ReadonlyMap<string, string>> =>
      withOtherNames ? readNames() : new Map<string, string>(),
    largestCities: async (limit: number, of: readonly string[]): Promise<Place[]> =>
      minor < LARGEST_CITIES_SINCE_MINOR ? [] : readLargestCities(files, limit, of),
    findNames: async (question: NameQuestion): Promise<NamedPoint[]> =>
      minor < NAMES_SINCE_MINOR ? [] : findNames(question),
    findStreets: async (question: StreetQuestion): Promise<Street[]> =>
      minor < STREETS_SINCE_MINOR ? [] : findStreets(question),
  };
}
