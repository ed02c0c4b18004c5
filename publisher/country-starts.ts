import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { countBy, groupBy } from './group.ts';
import type { SortedPoints } from './sort-points.ts';
import { listTimeZones } from './time-zones.ts';

/** With fewer points than this, the box includes all of them. */
const FEW = 100;
/** Share of a country's points that is left outside each side of its box: bad data, islands, overseas territories. */
const TAIL = 0.01;
/** Leave out points farther than this from the middle half, in degrees and in widths of that half, however many they are. */
const [FAR_DEGREES, FAR_WIDTHS] = [5, 3];
/** Decimals of a box's degrees: about a kilometre. */
const DECIMALS = 2;

/**
 * Finds the initial view of each country: a box around most of its points, and its time zones, which locate a browser.
 * The result is sorted by country code; points without a country are ignored.
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

/** Sorts zones, the one with most points first. */
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
  const quarter = Math.floor((sorted.length - 1) / 4);
  const [lower, upper] = [sorted[quarter]!, sorted[sorted.length - 1 - quarter]!];
  const reach = Math.max(FAR_DEGREES, FAR_WIDTHS * (upper - lower));
  const bulk = sorted.subarray(tail, sorted.length - tail);
  const unit = 10 ** DECIMALS;
  return [
    Math.floor(bulk.find((value) => value >= lower - reach)! * unit) / unit,
    Math.ceil(bulk.findLast((value) => value <= upper + reach)! * unit) / unit,
  ];
}
