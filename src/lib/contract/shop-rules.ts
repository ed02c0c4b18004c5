import * as z from 'zod/mini';
import { byDimension, FILTER_DIMENSIONS, type DimensionField } from './filter-dimensions.ts';
import type { PointDetails } from './point-details.ts';
import { list, readDimensionList } from './read-list.ts';

/**
 * A shop's rule about points for the current basket: a reason why they can't be chosen, or a label such as
 * a price.
 */
export const shopRuleSchema = z
  .looseObject({
    // Conditions. All must hold; without any, the rule matches every point.
    ids: z.optional(list()),
    ...byDimension('list', (dimension) => z.optional(readDimensionList(dimension))),
    /** The point has all of them. */
    capabilities: z.optional(list()),
    /**
     * The point lacks one of them. Doesn't match a point without capabilities, because then they are
     * unknown.
     */
    lacks: z.optional(list()),
    // Effect
    /** A sentence that says why matching points can't be chosen. */
    reason: z.optional(z.string()),
    /** A few words to show with matching points. */
    label: z.optional(z.string()),
  })
  .check(z.refine(({ reason, label }) => Boolean(reason ?? label), 'needs a reason or a label'));

export type ShopRule = z.infer<typeof shopRuleSchema>;

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
