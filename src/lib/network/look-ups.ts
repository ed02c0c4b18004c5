import { shortPlacesFile } from '../snapshot-format/layout.ts';
import type { SnapshotManifest } from '../snapshot-format/manifest.ts';
import { openIdTable } from './find-ids.ts';
import { createFindNames } from './find-names.ts';
import { openPlaceTable, readCountryNames, readLargestCities } from './find-places.ts';
import { createFindStreets } from './find-streets.ts';
import type { TablePages } from './look-up-table.ts';
import { once } from './memoize-async.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface LookUpOptions {
  files: SnapshotFiles;
  manifest: SnapshotManifest;
  /** Number of points by country. */
  countries: ReadonlyMap<string, number>;
  /** Reads the item of the point nearest to a position. */
  readNearest: Parameters<typeof createFindStreets>[1];
  /** Of each table of names. */
  pagesKept?: TablePages | undefined;
}

export type LookUps = ReturnType<typeof createLookUps>;

/** The tables of ids and names of a published network. Loaded with the first look-up, since the first pins need none. */
export function createLookUps({ files, manifest, countries, readNearest, pagesKept }: LookUpOptions) {
  const shortFile = (letter: string, country: string) =>
    shortPlacesFile(letter, country, country === '' ? manifest.count : (countries.get(country) ?? 0));

  return {
    ids: openIdTable(files),
    places: openPlaceTable(files, shortFile, pagesKept),
    countryNames: once(() => readCountryNames(files)),
    largestCities: (limit: number, of: readonly string[]) => readLargestCities(files, limit, of),
    findNames: createFindNames(files, pagesKept),
    findStreets: createFindStreets(files, readNearest, pagesKept),
  };
}
