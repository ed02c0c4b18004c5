import type { SnapshotManifest } from '../snapshot-format/manifest.ts';

/** Which points count: those that match every list that is given. A list without entries matches nothing. */
export interface PointFilter {
  countries?: readonly string[];
  types?: readonly string[];
  locationTypes?: readonly string[];
  /** Points that don't count whatever they match: known only where their block is, so they stay in counts of what is far away. */
  excludedIds?: readonly string[];
}

type Classes = SnapshotManifest['facets'];

/** Which classes of the manifest a filter lets through, 1 or 0 each. */
export function acceptClasses(
  classes: Classes,
  { countries, types, locationTypes }: PointFilter,
): Uint8Array {
  const fits = (wanted: readonly string[] | undefined, value: string) =>
    wanted === undefined || wanted.includes(value);
  return Uint8Array.from(classes, ([country, type, locationType]) =>
    Number(fits(countries, country) && fits(types, type) && fits(locationTypes, locationType)),
  );
}

/** Number of points that a filter lets through. */
export function countMatching(classes: Classes, filter: PointFilter): number {
  const accepts = acceptClasses(classes, filter);
  return classes.reduce((sum, [, , , count], at) => sum + accepts[at]! * count, 0);
}

/** Points by value; an empty value is "not known". */
export interface FacetTotals {
  countries: ReadonlyMap<string, number>;
  types: ReadonlyMap<string, number>;
  locationTypes: ReadonlyMap<string, number>;
}

export function totalFacets(classes: Classes): FacetTotals {
  const by = (column: 0 | 1 | 2) => {
    const totals = new Map<string, number>();
    for (const row of classes) totals.set(row[column], (totals.get(row[column]) ?? 0) + row[3]);
    return totals;
  };
  return { countries: by(0), types: by(1), locationTypes: by(2) };
}
