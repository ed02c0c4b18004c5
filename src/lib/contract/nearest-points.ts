import * as z from 'zod/mini';
import { pointSummarySchema } from './point-summary.ts';
import { pointItemSchema } from './point.ts';

/** The place that was found for a query. */
export const understoodPlaceSchema = z.object({
  kind: z.enum(['position', 'house', 'street', 'city', 'postcode']),
  /** As spelled in the network; empty for a position. */
  name: z.string(),
  /** The city of a street or house; null for other kinds, and if its points have none. */
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2; null for a position, and if its points have none. */
  country: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /**
   * - `exact`: its name is the query.
   * - `prefix`: its name begins with the query.
   * - `typo`: its name is similar to the query.
   * - `near`: the network lacks the postcode; this is a neighbouring one.
   */
  match: z.enum(['exact', 'prefix', 'typo', 'near']),
  /** The part of the query that wasn't found, as it was written: a street, a postcode. null: none. */
  unknown: z.nullable(z.string()),
});

export type UnderstoodPlace = z.infer<typeof understoodPlaceSchema>;

/** Answer of `GET /api/nearest-points`. */
export const nearestPointsSchema = z.object({
  /** null: no such place was found; then there are no points. */
  place: z.nullable(understoodPlaceSchema),
  /** The nearest first. */
  points: z.array(
    z.object({
      /** In a straight line, in whole metres. */
      distanceMetres: z.int(),
      /** Label by the shop's rules (`filter.rules`); null: none. */
      label: z.nullable(z.string()),
      summary: pointSummarySchema,
      /** The platform's own item, untouched. */
      point: pointItemSchema,
    }),
  ),
  /** When the network was read from the platform, ISO 8601. */
  checkedAt: z.string(),
});

export type NearestPointsAnswer = z.infer<typeof nearestPointsSchema>;
