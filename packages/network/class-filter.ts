import {
  byDimension,
  FILTER_DIMENSIONS,
  type DimensionList,
  type DimensionValues,
} from '#contract/filter-dimensions.ts';
import type { PointClass } from './snapshot-format/point-classes.ts';

/** Points match if they match every given list. An empty list matches nothing. */
export interface PointFilter extends Partial<Readonly<Record<DimensionList, readonly string[]>>> {
  /** Points that never match. Ids are known only in loaded blocks, so the counts of other blocks include these points. */
  readonly excludedIds?: readonly string[];
}

/** 1 for each class that matches a filter, 0 for others. */
export function acceptClasses(classes: readonly DimensionValues[], filter: PointFilter): Uint8Array {
  return Uint8Array.from(classes, (values) =>
    Number(FILTER_DIMENSIONS.every(({ list, field }) => filter[list]?.includes(values[field]) ?? true)),
  );
}

/** Number of points that match a filter. */
export function countMatchingClasses(classes: readonly PointClass[], filter: PointFilter): number {
  const accepts = acceptClasses(classes, filter);
  return classes.reduce((sum, { count }, at) => sum + accepts[at]! * count, 0);
}

/** Number of points by value; the empty value means unknown. */
export type FacetTotals = Readonly<Record<DimensionList, ReadonlyMap<string, number>>>;

export function totalFacets(classes: readonly PointClass[]): FacetTotals {
  return byDimension('list', ({ field }) => {
    const totals = new Map<string, number>();
    for (const each of classes) totals.set(each[field], (totals.get(each[field]) ?? 0) + each.count);
    return totals;
  });
}
