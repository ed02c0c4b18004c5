import type { SnapshotManifest } from '../src/lib/snapshot-format/manifest.ts';
import { NO_PLACE } from './label-codes.ts';
import type { SortedPoints } from './sort-points.ts';

/** How many points have each of the fields that people search and filter by. */
export type FieldCounts = Record<string, number>;

/** A field that the platform drops or renames would show here, and nowhere else: none of them is promised for each point. */
export function countFields({ points, rows }: SortedPoints, facets: SnapshotManifest['facets']): FieldCounts {
  const having = (part: 0 | 1 | 2) =>
    facets.reduce((sum, facet) => sum + (facet[part] === '' ? 0 : facet[3]), 0);
  const placed = (codes: Uint32Array) =>
    rows.reduce((sum, row) => sum + (codes[row] === NO_PLACE ? 0 : 1), 0);
  return {
    country: having(0),
    type: having(1),
    locationType: having(2),
    'address.city': placed(points.cities),
    'address.postalCode': placed(points.postcodes),
    'address.street': placed(points.streets),
  };
}
