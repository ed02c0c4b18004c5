import * as z from 'zod/mini';
import { pointSummarySchema, type PointSummary } from './point-summary.ts';
import { pointItemSchema } from './point.ts';

/** A point that is offered to a shop, with its distance: nearest to a place, or in place of another point. */
export const nearbyPointSchema = z.object({
  /** In a straight line, in whole metres, from the place or the point in question. */
  distanceMetres: z.int(),
  /** Label by the shop's rules (`filter.rules`); null: none. */
  label: z.nullable(z.string()),
  summary: pointSummarySchema,
  /** The platform's own item, untouched. */
  point: pointItemSchema,
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
