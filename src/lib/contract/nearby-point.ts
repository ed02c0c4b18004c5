import * as z from 'zod/mini';
import { pointSummarySchema, type PointSummary } from './point-summary-schema.ts';
import { pointItemSchema } from '#platform/point.ts';

/** Texts for shoppers, in the query's `language`. */
export const nearbyTextsSchema = z.object({
  /**
   * For a list: name and address; the id if they are unknown, or the same as the point's before; the type, and the hours of the
   * current day at the point, as far as they are known.
   */
  lines: z.array(z.string()),
  /** `350 m`, `2.4 km`; with `≈` if the place isn't exactly known. */
  distance: z.string(),
});

export type NearbyTexts = z.infer<typeof nearbyTextsSchema>;

/** A point that is offered to a shop, with its distance: nearest to a place, or in place of another point. */
export const nearbyPointSchema = z.object({
  /** In a straight line, in whole metres, from the place or the point in question. */
  distanceMetres: z.int(),
  /** Label by the shop's rules (`filter.rules`); null: none. */
  label: z.nullable(z.string()),
  summary: pointSummarySchema,
  /** The platform's own item, untouched. */
  point: pointItemSchema,
  /** Of the points nearest to a place, if the query has a `language`. */
  texts: z.optional(nearbyTextsSchema),
});

export type NearbyPoint = z.infer<typeof nearbyPointSchema>;

/** The same from the frame, which may know neither the distance nor, without a connection, the summary. */
export type Alternative = Omit<NearbyPoint, 'distanceMetres' | 'summary'> & {
  distanceMetres: number | null;
  summary?: PointSummary | undefined;
};

/** Invalid items are omitted. */
export const nearbyPointsSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => items.filter((item) => nearbyPointSchema.safeParse(item).success) as NearbyPoint[]),
);
