import * as z from 'zod/mini';
import type { DimensionError } from './filter-dimensions.ts';
import { pointSummarySchema, type PointSummary } from './point-summary.ts';
import { isPoint, pointItemSchema, type Point } from './point.ts';

/** Why a point is invalid. Messages are for developers; people get a text for the code. */
export type ValidityErrorCode = DimensionError | 'gone' | 'excluded';

/**
 * A point that is offered to a shop: the platform's item, unchanged, with two fields of ours: the distance from the point in
 * question, and its summary.
 */
export type NearbyPoint = Point & { distanceMetres?: number; summary?: PointSummary | undefined };

/** Invalid items are omitted. */
export const nearbyPointsSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => items.filter(isPoint) as NearbyPoint[]),
);

/**
 * Answer of `GET /api/points/{id}`. Its status is 200 also for a point that is gone: a 404 could as well mean a mistyped address,
 * and no shop should refuse orders for that.
 */
export const pointValiditySchema = z.looseObject({
  id: z.string(),
  /**
   * - `exists`: in the network as last read from the platform; `point` is there.
   * - `gone`: not in it.
   * - `unknown`: can't be determined; `reason` says why. It is not a "no".
   */
  status: z.enum(['exists', 'gone', 'unknown']),
  /** Whether nothing is known against the point: true also if the status is `unknown`. */
  isValid: z.boolean(),
  errors: z.catch(z.array(z.looseObject({ code: z.string(), message: z.string() })), []),
  /** The platform's own item. */
  point: z.optional(pointItemSchema),
  /** Present whenever `point` is. */
  summary: z.catch(z.optional(pointSummarySchema), undefined),
  /** Valid points, nearest first; empty if the position isn't known. */
  alternatives: z.catch(nearbyPointsSchema, []),
  /** With `unknown`: `not_published`, `outdated`, `set_aside` (listed without a usable position), or a code of errors.ts. */
  reason: z.optional(z.string()),
  /** When the network was read from the platform, ISO 8601; null if there is none. */
  checkedAt: z.nullable(z.string()),
});

export type PointValidity = z.infer<typeof pointValiditySchema>;
