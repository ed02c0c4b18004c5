import {
  byDimension,
  FILTER_DIMENSIONS,
  type DimensionList,
  type DimensionValues,
} from '../contract/filter-dimensions.ts';
import type { PointClass } from '../snapshot-format/point-classes.ts';

/** Which points count: those that match every list that is given. A list without entries matches nothing. */
export interface PointFilter extends Partial<Readonly<Record<DimensionList, readonly string[]>>> {
  /** Points that don't count whatever they match: known only where their block is, so they stay in counts of what is far away. */
  readonly excludedIds?: readonly string[];
}

/** Which classes a filter lets through, 1 or 0 each. */
export function acceptClasses(classes: readonly DimensionValues[], filter: PointFilter): Uint8Array {
  return Uint8Array.from(classes, (values) =>
    Number(FILTER_DIMENSIONS.every(({ list, field }) => filter[list]?.includes(values[field]) ?? true)),
  );
}

/** Number of points that a filter lets through. */
export function countMatching(classes: readonly PointClass[], filter: PointFilter): number {
  const accepts = acceptClasses(classes, filter);
  return classes.reduce((sum, { count }, at) => sum + accepts[at]! * count, 0);
}

/** Points by value; an empty value is "not known". */
export type FacetTotals = Readonly<Record<DimensionList, ReadonlyMap<string, number>>>;

export function totalFacets(classes: readonly PointClass[]): FacetTotals {
  return byDimension('list', ({ field }) => {
    const totals = new Map<string, number>();
    for (const each of classes) totals.set(each[field], (totals.get(each[field]) ?? 0) + each.count);
    return totals;
  });
}
