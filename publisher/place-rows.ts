import { calmCapitals } from '../src/lib/contract/mixed-case.ts';
import { foldName, foldPostcode } from '#network/snapshot-format/fold.ts';
import { type PlaceKind, type PlaceRow } from '#network/snapshot-format/table-rows.ts';
import { countBy, groupBy } from './group.ts';
import { readKnownCities } from './known-cities.ts';
import { makeMapCityRows } from './map-cities.ts';
import { findMedian } from './median.ts';
import { makeOtherNameRows } from './other-names.ts';
import { splitByPlace } from './place-spots.ts';
import { makeDistrictRows } from './postcode-districts.ts';
import { NO_PLACE, type PointColumns } from './point-columns.ts';
import type { SortedPoints } from './sort-points.ts';

/** Makes the table of places from the points' addresses and the cities of the base map, sorted. */
export function makePlaceRows(sorted: SortedPoints): PlaceRow[] {
  const { points } = sorted;
  const placeRows: PlaceRow[] = [];
  for (const codes of [points.cities, points.postcodes]) {
    for (const rows of rowsByPlace(sorted, codes)) {
      for (const spot of splitByPlace(rows, points)) placeRows.push(makeRow(points, codes, spot));
    }
  }
  const known = readKnownCities();
  placeRows.push(...makeMapCityRows(placeRows, sorted, known));
  const otherNames = makeOtherNameRows(placeRows, known, listWrittenNames(points));
  return [...placeRows, ...makeDistrictRows(sorted), ...otherNames].sort(compareRows);
}

/** Names that addresses use for a city that has another name here, by `country\0folded name`. */
function listWrittenNames({ writtenCities, placeLabels }: PointColumns): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  for (const [code, names] of writtenCities) {
    const [, country, name] = placeLabels[code]!;
    const key = `${country}\0${foldName(name)}`;
    written.set(key, new Set([...(written.get(key) ?? []), ...names]));
  }
  return written;
}

/** The points of each place: same kind, same country, same folded name. */
function rowsByPlace({ points, rows }: SortedPoints, codes: Uint32Array): Iterable<number[]> {
  const keys = points.placeLabels.map(([kind, country, name]) => {
    const folded = foldLabel(kind, name);
    return folded === '' ? null : `${country}\0${folded}`;
  });
  return groupBy(rows, (row) => (codes[row] === NO_PLACE ? null : keys[codes[row]!]!)).values();
}

function makeRow(points: PointColumns, codes: Uint32Array, spot: readonly number[]): PlaceRow {
  const [kind, country, anyName] = points.placeLabels[codes[spot[0]!]!]!;
  const name = chooseName(
    spot.map((row) => points.placeLabels[codes[row]!]![2]),
    kind,
    country,
  );
  const latitude = findMedian(spot, points.latitudes);
  const longitude = findMedian(spot, points.longitudes);
  return [foldLabel(kind, anyName), name, kind, country, latitude, longitude, spot.length];
}

function foldLabel(kind: PlaceKind, name: string): string {
  return kind === 'postcode' ? foldPostcode(name) : foldName(name);
}

/** The most frequent spelling; for cities and streets, one that isn't all upper case if there is any, else in mixed case. */
export function chooseName(
  spellings: readonly string[],
  kind: PlaceKind | 'street',
  country: string,
): string {
  const counts = countBy(spellings, (spelling) => spelling);
  const names = [...counts.keys()];
  const quieter = names.filter((name) => name !== name.toUpperCase());
  const candidates = kind !== 'postcode' && quieter.length > 0 ? quieter : names;
  const chosen = candidates.reduce((best, name) => {
    const difference = counts.get(name)! - counts.get(best)!;
    return difference > 0 || (difference === 0 && name < best) ? name : best;
  });
  return kind === 'postcode' ? chosen : calmCapitals(chosen, country);
}

/** By folded name; the other columns make the order deterministic. */
function compareRows(a: PlaceRow, b: PlaceRow): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  if (a[2] !== b[2]) return a[2] < b[2] ? -1 : 1;
  if (a[3] !== b[3]) return a[3] < b[3] ? -1 : 1;
  return b[6] - a[6] || a[4] - b[4] || a[5] - b[5] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
}
