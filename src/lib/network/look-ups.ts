import type { Point } from '#platform/point.ts';
import { describePoint } from '../contract/point-details.ts';
import { shortPlacesFile } from '../snapshot-format/layout.ts';
import { totalFacets } from './class-filter.ts';
import type { Position } from './distance.ts';
import { openIdTable } from './find-ids.ts';
import { createFindNames } from './find-names.ts';
import { openPlaceTable, readCountryNames, readLargestCities } from './find-places.ts';
import { createFindStreets } from './find-streets.ts';
import type { TablePages } from './look-up-table.ts';
import { once } from './once.ts';
import type { VersionParts } from './read-version.ts';

export type LookUps = ReturnType<typeof createLookUps>;

/** The tables of ids and names of a version. Loaded with the first look-up, since the first pins need none. */
export function createLookUps(
  { files, manifest, classes }: VersionParts,
  /** Reads the item of the point nearest to a position. */
  readNearest: (position: Position) => Promise<Point | null>,
  pagesKept?: TablePages,
) {
  const counts = totalFacets(classes).countries;
  const shortFile = (letter: string, country: string) =>
    shortPlacesFile(letter, country, country === '' ? manifest.count : (counts.get(country) ?? 0));

  async function cityAt(position: Position): Promise<string> {
    const item = await readNearest(position);
    return item === null ? '' : describePoint(item).city;
  }

  return {
    ids: openIdTable(files),
    places: openPlaceTable(files, shortFile, pagesKept),
    countryNames: once(() => readCountryNames(files)),
    largestCities: (limit: number, of: readonly string[]) => readLargestCities(files, limit, of),
    findNames: createFindNames(files, cityAt, pagesKept),
    findStreets: createFindStreets(files, cityAt, pagesKept),
  };
}
