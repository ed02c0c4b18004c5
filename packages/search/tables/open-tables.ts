import { AppError } from '#platform/errors.ts';
import type { Point } from '#platform/point.ts';
import { describePoint } from '#contract/point-details.ts';
import { COUNTRY_NAMES, shortPlacesFile } from '#network/snapshot-format/layout.ts';
import { countryNamesSchema } from '#network/snapshot-format/table-rows.ts';
import type { VersionParts } from '#network/read-version.ts';
import type { TablePages } from './paged-table.ts';
import { createFindNames, openIdTable } from './points.ts';
import { openPlaceTable, readLargestCities } from './places.ts';
import { createFindStreets } from './streets.ts';
import { totalFacets } from '#network/class-filter.ts';
import type { Position } from '#network/distance.ts';
import { once } from '#async/once.ts';
import type { SnapshotFiles } from '#network/snapshot-files.ts';

export type LookUps = ReturnType<typeof createLookUps>;

/**
 * The tables of ids and names of a version. Loaded with the first look-up, since the first pins
 * need none.
 */
export function createLookUps(
  { files, manifest, classes }: VersionParts,
  /** Reads the item of the point nearest to a position. */
  readNearest: (position: Position) => Promise<Point | null>,
  tablePages?: TablePages,
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
    places: openPlaceTable(files, shortFile, tablePages),
    countryNames: once(() => readCountryNames(files)),
    largestCities: (limit: number, of: readonly string[]) => readLargestCities(files, limit, of),
    findNames: createFindNames(files, cityAt, tablePages),
    findStreets: createFindStreets(files, cityAt, tablePages),
  };
}

/** Reads `places/countries.json`: ISO codes by folded name. @throws AppError */
async function readCountryNames(files: SnapshotFiles): Promise<ReadonlyMap<string, string>> {
  const result = countryNamesSchema.safeParse(await files.readJson(COUNTRY_NAMES));
  if (!result.success) throw new AppError('malformed', 'The names of countries are no list of pairs.');
  return new Map(result.data.map(([name, country]) => [name, country]));
}
