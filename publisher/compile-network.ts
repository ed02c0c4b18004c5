import { byDimension } from '#contract/filter-dimensions.ts';
import { NAMES_IN_PAGE } from '#network/snapshot-format/look-up-tables.ts';
import { CHUNK_SIZE, chunkFile, REPORT } from '#network/snapshot-format/layout.ts';
import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_MAJOR,
  SNAPSHOT_MINOR,
  type SnapshotManifest,
} from '#network/snapshot-format/manifest.ts';
import { writeClasses, type PointClass } from '#network/snapshot-format/point-classes.ts';
import { extentOf } from '#network/extent.ts';
import { writeBlocks } from './blocks.ts';
import { findCountryStarts } from './country-starts.ts';
import { FIELD_BITS } from './counted-fields.ts';
import { findMisplaced } from './misplaced.ts';
import type { PointColumns } from './point-table.ts';
import type { PageLog } from './page-log.ts';
import { countBy, groupBy, mostFirst } from './group.ts';
import { makePlaceRows } from './place-rows.ts';
import { writePlaces } from './places.ts';
import { sortRejected, writeReport, type Report } from './report.ts';
import { numberClasses, sortPoints, type Classes, type SortedPoints } from './sort-points.ts';
import { makeStreetRows } from './street-rows.ts';
import { makeIdRows, makeNameRows, makeRejectedRows, writeLookUpTable } from './tables.ts';
import type { VersionFolder } from './version-folder.ts';

/** The parts of the report that come from the walk. */
type WalkFacts = Pick<
  Report,
  'contract' | 'walkedAt' | 'walkMs' | 'listed' | 'lost' | 'moved' | 'passes' | 'failedPages' | 'failure'
>;

/** The network sorted and counted, before any file of it is written. */
export type ArrangedNetwork = ReturnType<typeof arrangeNetwork>;

/** Sorts and counts the collected points; sets aside those whose coordinates were swapped. */
export function arrangeNetwork(points: PointColumns, walk: WalkFacts) {
  const { swapped, misplaced } = findMisplaced(points);
  const rejected = sortRejected([...points.rejected, ...swapped.values()]);
  const sorted = sortPoints(points, swapped);
  const classes = numberClasses(sorted);
  const countryFields = countFields(sorted, classes);
  const report: Report = {
    ...walk,
    points: sorted.length,
    repeated: points.repeated,
    countries: mostFirst(countCountries(classes.listed)),
    fields: sumFields(countryFields),
    countryFields,
    unlistedKinds: classes.unlisted,
    misplaced,
    reasons: mostFirst(countBy(rejected, ({ reason }) => reason)),
    setAside: rejected,
    comparisons: [],
  };
  return { sorted, classes, report };
}

/**
 * Writes the files described in docs/snapshot-format.md. The same points produce the same files, byte for byte.
 * @param folder receives every file except the manifest, which is returned
 */
export async function compileNetwork(
  { sorted, classes, report }: ArrangedNetwork,
  log: PageLog,
  folder: VersionFolder,
): Promise<SnapshotManifest> {
  const squares = await writeBlocks(sorted, classes, folder);
  await writeLookUpTable(folder, 'ids', makeIdRows(sorted));
  await writeLookUpTable(folder, 'set-aside', makeRejectedRows(report.setAside));
  await writePlaces(makePlaceRows(sorted), new Map(report.countries), folder);
  await writeLookUpTable(folder, 'streets', makeStreetRows(sorted));
  await writeLookUpTable(folder, 'names', makeNameRows(sorted), NAMES_IN_PAGE);
  await writeChunks(sorted, log, folder);
  await folder.add(REPORT, JSON.stringify(report), false);
  await folder.add('report.txt', writeReport(report), false);
  return makeManifest({ sorted, classes }, report, squares, await folder.finish());
}

/** @param squares as `writeBlocks` returns them */
export function makeManifest(
  { sorted, classes }: Pick<ArrangedNetwork, 'sorted' | 'classes'>,
  report: Pick<Report, 'walkedAt' | 'reasons'>,
  squares: string,
  version: string,
  chunkSize = CHUNK_SIZE,
): SnapshotManifest {
  const countries = findCountryStarts(sorted);
  return {
    format: SNAPSHOT_FORMAT,
    major: SNAPSHOT_MAJOR,
    minor: SNAPSHOT_MINOR,
    version,
    walkedAt: report.walkedAt,
    count: sorted.length,
    setAside: Object.fromEntries(report.reasons),
    ...writeClasses(classes.listed, countries),
    squares,
    chunkSize,
    extent: extentOf(positionsOf(sorted)),
    countries,
  };
}

/** Writes the items, copied unchanged from the log: `chunkSize` neighbours per file, as a JSON array. */
export async function writeChunks(
  { points, rows, length }: SortedPoints,
  log: Pick<PageLog, 'items'>,
  folder: Pick<VersionFolder, 'add'>,
  chunkSize = CHUNK_SIZE,
): Promise<void> {
  for (let start = 0; start < length; start += chunkSize) {
    const own = rows.subarray(start, start + chunkSize);
    await folder.add(chunkFile(start / chunkSize), {
      file: log.items,
      offsets: Float64Array.from(own, (row) => points.offsets[row]!),
      lengths: own.map((row) => points.lengths[row]!),
    });
  }
}

/** Number of points by country. */
export function countCountries(classes: readonly PointClass[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { country, count } of classes) counts.set(country, (counts.get(country) ?? 0) + count);
  return counts;
}

function* positionsOf({ points, rows }: SortedPoints) {
  for (const row of rows) yield { latitude: points.latitudes[row]!, longitude: points.longitudes[row]! };
}

/**
 * Counts the points that have each field, by country. No field is required, so only these counts show that one was dropped or
 * renamed.
 */
function countFields({ points, rows }: SortedPoints, { listed, ofPoint }: Classes): Report['countryFields'] {
  const names = [...FIELD_BITS.keys()];
  const bits = [...FIELD_BITS.values()];
  const present = listed.map(() => new Uint32Array(bits.length));
  rows.forEach((row, ordinal) => {
    const counts = present[ofPoint[ordinal]!]!;
    bits.forEach((bit, at) => {
      if ((points.fieldBits[row]! & bit) !== 0) counts[at]! += 1;
    });
  });
  const countries = groupBy(listed.keys(), (number) => listed[number]!.country);
  return mostFirst(countCountries(listed)).map(([country, count]) => {
    const sum = (countIn: (number: number) => number) =>
      countries.get(country)!.reduce((all, number) => all + countIn(number), 0);
    const fields = {
      ...byDimension('field', ({ field }) =>
        sum((number) => (listed[number]![field] === '' ? 0 : listed[number]!.count)),
      ),
      ...Object.fromEntries(names.map((name, at) => [name, sum((number) => present[number]![at]!)])),
    };
    return [country, count, fields];
  });
}

/** Adds up the counts of all countries. */
function sumFields(countries: Report['countryFields']): Report['fields'] {
  const sums: Record<string, number> = {};
  for (const [, , fields] of countries)
    for (const [name, count] of Object.entries(fields)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
