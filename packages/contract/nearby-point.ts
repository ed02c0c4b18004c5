import * as z from 'zod/mini';
import { pointSummarySchema, type PointSummary } from './point-summary-schema.ts';
import { pointItemSchema } from '#platform/point.ts';

/** Texts for shoppers in the query's `language`. */
export const nearbyTextsSchema = z.object({
  /**
   * Lines for a list: name and address; the id if these are unknown or the same as those of the previous
   * point; the type; and today's hours at the point. Unknown ones are left out.
   */
  lines: z.array(z.string()),
  /** `350 m`, `2.4 km`; with `≈` if the place isn't known exactly. */
  distance: z.string(),
});

export type NearbyTexts = z.infer<typeof nearbyTextsSchema>;

/**
 * A point offered to a shop, with its distance: one of the nearest to a place, or an alternative to another
 * point.
 */
export const nearbyPointSchema = z.object({
  /** Straight-line distance from the place or the requested point, in whole metres. */
  distanceMetres: z.int(),
  /** Label from the shop's rules (`filter.rules`); null if there is none. */
  label: z.nullable(z.string()),
  summary: pointSummarySchema,
  /** The platform's own item, untouched. */
  point: pointItemSchema,
  /** For the points nearest to a place, if the query has a `language`. */
  texts: z.optional(nearbyTextsSchema),
});

export type NearbyPoint = z.infer<typeof nearbyPointSchema>;

/** A nearby point from the frame, which may not know the distance or, without a connection, the summary. */
export type Alternative = Omit<NearbyPoint, 'distanceMetres' | 'summary'> & {
  distanceMetres: number | null;
  summary?: PointSummary | undefined;
};

/** Omits invalid items. */
export const nearbyPointsSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => items.filter((item) => nearbyPointSchema.safeParse(item).success) as NearbyPoint[]),
);
