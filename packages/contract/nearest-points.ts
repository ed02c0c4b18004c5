import * as z from 'zod/mini';
import { nearbyPointSchema } from './nearby-point.ts';
import { PRECISIONS } from './precision.ts';

/** The place found for a query. */
export const understoodPlaceSchema = z.object({
  /** `landmark`: a station, a school, a hospital and so on, from the published streets. */
  kind: z.enum(['position', 'house', 'street', 'city', 'postcode', 'landmark']),
  /** As spelled in the network or the published streets; empty for a position. */
  name: z.string(),
  /** The city of a street or house; null for other kinds, or if its points have none. */
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2; null for a position, or if its points have none. */
  country: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /**
   * - `exact`: its name equals the query.
   * - `prefix`: its name starts with the query.
   * - `typo`: its name is similar to the query, or only a part of it: "Rothenburg" for "Rothenburg o.d.T.".
   * - `near`: the network lacks the postcode; this is a neighbouring one.
   */
  match: z.enum(['exact', 'prefix', 'typo', 'near']),
  /**
   * The part of the query that wasn't found, as written: a house number, a street, a postcode. null if
   * everything was found.
   */
  unknown: z.nullable(z.string()),
  /**
   * The precision of the position from which distances are measured:
   * - `exact`: the position or the house that the query names.
   * - `between`: a place next to known houses; the house itself isn't known, or several houses have its
   *   number.
   * - `street`, `postcode`, `city`: the middle of the known points there, or of the street on the map.
   */
  precision: z.enum(PRECISIONS),
  /** How far the named place may be from the position, in metres; 0: it is exactly there. null: not known. */
  withinMetres: z.nullable(z.number()),
});

export type UnderstoodPlace = z.infer<typeof understoodPlaceSchema>;

/** Answer of `GET /api/nearest-points`. */
export const nearestPointsSchema = z.object({
  /** null if no such place was found; then there are no points. */
  place: z.nullable(understoodPlaceSchema),
  /**
   * The origin of the distances, in short: the place's `precision`, and its `withinMetres` as `metres`.
   * null if no such place was found.
   */
  origin: z.nullable(z.object({ precision: z.enum(PRECISIONS), metres: z.nullable(z.number()) })),
  /** Nearest first. */
  points: z.array(nearbyPointSchema),
  /** Present if the query has a `language`. `more`: the label of a button that opens the map. */
  texts: z.optional(z.object({ more: z.string() })),
  /** When the network was read from the platform, ISO 8601. */
  checkedAt: z.string(),
});

export type NearestPointsAnswer = z.infer<typeof nearestPointsSchema>;
