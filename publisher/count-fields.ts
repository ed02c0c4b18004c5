import { byDimension } from '../src/lib/contract/filter-dimensions.ts';
import type { PointClass } from '../src/lib/snapshot-format/point-classes.ts';
import { NO_PLACE } from './point-columns.ts';
import type { SortedPoints } from './sort-points.ts';

/** How many points have each of the fields that people search and filter by. */
export type FieldCounts = Record<string, number>;

/** A field that the platform drops or renames would show here, and nowhere else: none of them is promised for each point. */
export function countFields({ points, rows }: SortedPoints, classes: readonly PointClass[]): FieldCounts {
  const placed = (codes: Uint32Array) =>
    rows.reduce((sum, row) => sum + (codes[row] === NO_PLACE ? 0 : 1), 0);
  return {
    ...byDimension('field', ({ field }) =>
      classes.reduce((sum, each) => sum + (each[field] === '' ? 0 : each.count), 0),
    ),
    'address.city': placed(points.cities),
    'address.postalCode': placed(points.postcodes),
    'address.street': placed(points.streets),
  };
}
