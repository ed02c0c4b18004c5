import * as z from 'zod/mini';
import { byDimension, FILTER_DIMENSIONS, type DimensionField } from './filter-dimensions.ts';
import type { PointDetails } from './point-details.ts';
import { list, readDimensionList } from './read-list.ts';

/** What a shop says of points for this basket: which may not have it and why, and what is written on others, as a price. */
export const shopRuleSchema = z
  .looseObject({
    // Which points it is about: all of these must hold. None: every point.
    ids: z.optional(list()),
    ...byDimension('list', (dimension) => z.optional(readDimensionList(dimension))),
    /** All of them are there. */
    capabilities: z.optional(list()),
    /** One of them isn't there. Of a point without any capabilities nobody knows. */
    lacks: z.optional(list()),
    // What it says
    /** Why such a point can't be chosen, as a sentence. */
    reason: z.optional(z.string()),
    /** A few words shown with such a point. */
    label: z.optional(z.string()),
  })
  .check(z.refine(({ reason, label }) => Boolean(reason ?? label), 'needs a reason or a label'));

export type ShopRule = z.infer<typeof shopRuleSchema>;

type Described = Pick<PointDetails, DimensionField | 'id' | 'capabilities'>;

/**
 * What the first rule says that is about a point and says such a thing; null where none does. On a point that a rule refuses only that
 * rule writes: nobody is offered a price for what can't be chosen.
 */
export function findShopWords(
  point: Described,
  rules: readonly ShopRule[] | undefined,
  what: 'reason' | 'label',
): string | null {
  const find = (what: 'reason' | 'label') => rules?.find((rule) => rule[what] && isAbout(rule, point));
  return (find('reason') ?? find(what))?.[what] ?? null;
}

function isAbout(rule: ShopRule, point: Described): boolean {
  const { ids, capabilities, lacks } = rule;
  const known = point.capabilities;
  return (
    (ids?.includes(point.id) ?? true) &&
    FILTER_DIMENSIONS.every(({ list, field }) => rule[list]?.includes(point[field]) ?? true) &&
    (capabilities?.every((each) => known.includes(each)) ?? true) &&
    (lacks === undefined || (known.length > 0 && lacks.some((each) => !known.includes(each))))
  );
}
