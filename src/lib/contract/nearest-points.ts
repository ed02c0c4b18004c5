import * as z from 'zod/mini';
import { nearbyPointSchema } from './nearby-point.ts';
import { PRECISIONS } from './precision.ts';

/** The place that was found for a query. */
export const understoodPlaceSchema = z.object({
  /** `landmark`: a station, a school, a hospital …, known from the published streets. */
  kind: z.enum(['position', 'house', 'street', 'city', 'postcode', 'landmark']),
  /** As spelled in the network or the published streets; empty for a position. */
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
  /** The part of the query that wasn't found, as it was written: a house number, a street, a postcode. null: none. */
  unknown: z.nullable(z.string()),
  /**
   * What the position is, the origin of the distances:
   * - `exact`: the position or the house that the query names.
   * - `between`: a place beside known houses; the house itself isn't known, or several have its number.
   * - `street`, `postcode`, `city`: the middle of its known points, or of the street on the map.
   */
  precision: z.enum(PRECISIONS),
  /** How far the place that the query names may be from the position; 0: it is there. null: not known. */
  withinMetres: z.nullable(z.number()),
});

export type UnderstoodPlace = z.infer<typeof understoodPlaceSchema>;

/** Answer of `GET /api/nearest-points`. */
export const nearestPointsSchema = z.object({
  /** null: no such place was found; then there are no points. */
  place: z.nullable(understoodPlaceSchema),
  /**
   * Where the distances are measured from, in short: the place's `precision`, and as `metres` its `withinMetres`. null: no such place was found.
   */
  origin: z.nullable(z.object({ precision: z.enum(PRECISIONS), metres: z.nullable(z.number()) })),
  /** The nearest first. */
  points: z.array(nearbyPointSchema),
  /** If the query has a `language`. `more`: on a button that opens the map. */
  texts: z.optional(z.object({ more: z.string() })),
  /** When the network was read from the platform, ISO 8601. */
  checkedAt: z.string(),
});

export type NearestPointsAnswer = z.infer<typeof nearestPointsSchema>;
