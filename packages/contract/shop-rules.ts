import * as z from 'zod/mini';
import { byDimension } from './filter-dimensions.ts';
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
