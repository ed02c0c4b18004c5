import * as z from 'zod/mini';
import { pointSummarySchema } from './point-summary.ts';
import { pointItemSchema } from './point.ts';

/** How the place that was asked about has been understood. */
export const understoodPlaceSchema = z.object({
  kind: z.enum(['position', 'house', 'street', 'city', 'postcode']),
  /** As the network writes it; empty for a position. */
  name: z.string(),
  /** The city of a street or house; null for all else, and where its points name none. */
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2; null for a position, and where its points name none. */
  country: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /**
   * - `exact`: it is called as was asked.
   * - `prefix`: its name begins so.
   * - `typo`: its name is nearly so.
   * - `near`: the network lacks that postcode; this is one beside it.
   */
  match: z.enum(['exact', 'prefix', 'typo', 'near']),
  /** What was asked for beside it but isn't known, as it was written: a street, a postcode. null: nothing. */
  unknown: z.nullable(z.string()),
});

export type UnderstoodPlace = z.infer<typeof understoodPlaceSchema>;

/** What `GET /api/points/nearest` answers. */
export const nearestPointsSchema = z.object({
  /** null: nothing is called so; then there are no points. */
  place: z.nullable(understoodPlaceSchema),
  /** The nearest first. */
  points: z.array(
    z.object({
      /** As the crow flies, whole metres. */
      distanceMetres: z.int(),
      /** What the shop's own rules (`filter.rules`) write on it; null: nothing. */
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
