import * as z from 'zod/mini';
import { checkedPointSchema } from './validity.ts';

/**
 * Answer of `POST /api/point-choices`: an order whose point a shop's link lets its customer choose. It says
 * only what the link says, and what is known of the point.
 */
export const pointOrderSchema = z.looseObject({
  orderNumber: z.string(),
  /** BCP 47; null if the link has none. */
  language: z.nullable(z.string()),
  /** Why another point is needed, in the shop's words; null if it says nothing. */
  reason: z.nullable(z.string()),
  /** The order's point: the one just chosen, otherwise the present one; null if none was ever chosen. */
  point: z.nullable(checkedPointSchema),
  /** Where the points to choose from should be near, in degrees; null if it isn't known. */
  position: z.nullable(z.looseObject({ latitude: z.number(), longitude: z.number() })),
  /** A point must match all of them. An empty list admits every value. */
  conditions: z.looseObject({
    country: z.array(z.string()),
    type: z.array(z.string()),
    locationType: z.array(z.string()),
    excludeIds: z.array(z.string()),
    /** The shop's rules, in the format of the picker's property `filter`; null if there are none. */
    filter: z.nullable(z.record(z.string(), z.unknown())),
  }),
  /** The shop's page; after a choice, with its result. */
  returnTo: z.string(),
  /** The signed choice, which the shop's server reads with `readPointChoice`; null if nothing was chosen. */
  result: z.nullable(z.string()),
  /** The answer of the shop's server to the choice; null if it wasn't told, or didn't answer. */
  shop: z.nullable(
    z.looseObject({
      /** false: the point can't be changed any more. */
      isAccepted: z.boolean(),
      /** The shop's sentence for the customer. */
      message: z.nullable(z.string()),
    }),
  ),
});

export type PointOrder = z.infer<typeof pointOrderSchema>;
