import { FILTER_DIMENSIONS, type DimensionField } from './filter-dimensions.ts';
import type { PointDetails } from './point-details.ts';
import type { ShopRule } from './shop-rules.ts';

type Described = Pick<PointDetails, DimensionField | 'id' | 'capabilities'>;

/**
 * Finds the reason or label of the first matching rule that has one; null if none has. For a point that a
 * rule rejects, only that rule's label counts, so that a point that can't be chosen doesn't show a price.
 */
export function findShopWords(
  point: Described,
  rules: readonly ShopRule[] | undefined,
  what: 'reason' | 'label',
): string | null {
  const find = (what: 'reason' | 'label') => rules?.find((rule) => rule[what] && matches(rule, point));
  return (find('reason') ?? find(what))?.[what] ?? null;
}

function matches(rule: ShopRule, point: Described): boolean {
  const { ids, capabilities, lacks } = rule;
  const known = point.capabilities;
  return (
    (ids?.includes(point.id) ?? true) &&
    FILTER_DIMENSIONS.every(({ list, field }) => rule[list]?.includes(point[field]) ?? true) &&
    (capabilities?.every((each) => known.includes(each)) ?? true) &&
    (lacks === undefined || (known.length > 0 && lacks.some((each) => !known.includes(each))))
  );
}
