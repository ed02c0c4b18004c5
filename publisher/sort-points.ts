import { byDimension, FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { mortonKey } from '#network/snapshot-format/morton.ts';
import type { PointClass } from '#network/snapshot-format/point-classes.ts';
import { sortOrder } from '#network/sort-order.ts';
import type { PointColumns } from './point-table.ts';

/** The points in their final order: by Morton key, then by id. An ordinal is a position in this order. */
export type SortedPoints = Readonly<ReturnType<typeof sortPoints>>;

/** @param leftOut rows to leave out */
export function sortPoints(points: PointColumns, leftOut: { has(row: number): boolean }) {
  const { ids, latitudes, longitudes } = points;
  const rowsById = Uint32Array.from(ids.keys())
    .filter((row) => !leftOut.has(row))
    .sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1));
  const keysById = Float64Array.from(rowsById, (row) =>
    mortonKey(unitX(longitudes[row]!), unitY(latitudes[row]!)),
  );
  // A stable sort: equal keys stay in the order of their ids.
  const order = sortOrder(keysById);
  const ordinalsById = new Uint32Array(order.length);
  order.forEach((byId, ordinal) => (ordinalsById[byId] = ordinal));
  return {
    points,
    length: order.length,
    /** By ordinal, ascending. */
    keys: Float64Array.from(order, (byId) => keysById[byId]!),
    /** Row of `points`, by ordinal. */
    rows: order.map((byId) => rowsById[byId]!),
    /** Ordinals, sorted by id. */
    ordinalsById,
  };
}

/** More classes than this mean bad data; the rarest ones are then counted as unknown. A class number has 16 bits in a block. */
const MAX_CLASSES = 4096;

export type Classes = ReturnType<typeof numberClasses>;

/** Numbers the classes by descending number of points: small numbers take fewer bytes. */
export function numberClasses({ points, rows, length }: SortedPoints) {
  const counts = new Uint32Array(points.classLabels.length);
  for (const row of rows) counts[points.classes[row]!]! += 1;
  const used = [...counts.keys()].filter((code) => counts[code]! > 0);
  used.sort(
    (a, b) => counts[b]! - counts[a]! || compareLabels(points.classLabels[a]!, points.classLabels[b]!),
  );

  const codes = used.slice(0, MAX_CLASSES - 1);
  const others = used.slice(MAX_CLASSES - 1);
  const listed: PointClass[] = codes.map((code) => ({ ...points.classLabels[code]!, count: counts[code]! }));
  const numberOfCode = new Uint16Array(points.classLabels.length);
  for (const [number, code] of codes.entries()) numberOfCode[code] = number;
  if (others.length > 0) {
    const known = listed.findIndex(isUnknown);
    const unknown = known >= 0 ? known : listed.push({ ...byDimension('field', () => ''), count: 0 }) - 1;
    for (const code of others) {
      numberOfCode[code] = unknown;
      listed[unknown]!.count += counts[code]!;
    }
  }
  const ofPoint = new Uint16Array(length);
  rows.forEach((row, ordinal) => (ofPoint[ordinal] = numberOfCode[points.classes[row]!]!));
  return {
    /** The classes in the manifest's order. */
    listed,
    /** Each point's position in `listed`, by ordinal. */
    ofPoint,
    /** How many classes are counted as unknown because there are too many; the items of their points are unchanged. */
    unlisted: others.length,
  };
}

function isUnknown(values: PointClass): boolean {
  return !values.timeZone && FILTER_DIMENSIONS.every(({ field }) => values[field] === '');
}

function compareLabels(a: PointClass, b: PointClass): number {
  const [first, second] = [a, b].map((values) =>
    [...FILTER_DIMENSIONS.map(({ field }) => values[field]), values.timeZone].join('\0'),
  ) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}
