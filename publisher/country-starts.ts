import type { SnapshotManifest } from '../src/lib/snapshot-format/manifest.ts';
import { countBy, groupBy } from './group.ts';
import type { SortedPoints } from './sort-points.ts';
import { listTimeZones } from './time-zones.ts';

/** Of fewer points than this every one counts. */
const FEW = 100;
/** The part of a country's points beyond each side of its box that doesn't count: dirt, islands, overseas. */
const TAIL = 0.01;
/** Decimals of a box, degrees: a kilometre. */
const DECIMALS = 2;

/**
 * Where the map may begin: a box around the bulk of each country's points, and the time zones by which a browser tells that it is there.
 * Countries by code; points without one are in none.
 */
export function findCountryStarts({
  points,
  rows,
}: SortedPoints): NonNullable<SnapshotManifest['countries']> {
  const byCountry = groupBy(rows, (row) => points.classLabels[points.classes[row]!]!.country || null);
  return [...byCountry]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own]) => {
      const [south, north] = boundBulk(own, points.latitudes);
      const [west, east] = boundBulk(own, points.longitudes);
      return { code, box: [west, south, east, north], zones: sortZones(listTimeZones(code), own, points) };
    });
}

/** The one that most points keep to comes first. */
function sortZones(
  zones: readonly string[],
  own: readonly number[],
  points: SortedPoints['points'],
): string[] {
  const counts = countBy(own, (row) => points.classLabels[points.classes[row]!]!.timeZone ?? '');
  return zones.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

function boundBulk(rows: readonly number[], values: Float64Array): [least: number, most: number] {
  const sorted = Float64Array.from(rows, (row) => values[row]!).sort();
  const tail = rows.length < FEW ? 0 : Math.floor(rows.length * TAIL);
  const unit = 10 ** DECIMALS;
  return [
    Math.floor(sorted[tail]! * unit) / unit,
    Math.ceil(sorted[sorted.length - 1 - tail]! * unit) / unit,
  ];
}
