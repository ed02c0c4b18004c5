import * as z from 'zod/mini';
import type { DimensionError } from './filter-dimensions.ts';
import { pointSummarySchema, type PointSummary } from './point-summary.ts';
import { isPoint, pointItemSchema, type Point } from './point.ts';

/** Why a point won't do. Messages are for developers; people get their own words for the code. */
export type ValidityErrorCode = DimensionError | 'gone' | 'excluded';

/**
 * A point that is offered to a shop: the platform's item, untouched, and beside its fields two of ours: how far it is from the point asked
 * about, and what to write of it.
 */
export type NearbyPoint = Point & { distanceMetres?: number; summary?: PointSummary | undefined };

/** A broken one is left out. */
export const nearbyPointsSchema = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => items.filter(isPoint) as NearbyPoint[]),
);

/**
 * What `GET /api/points/{id}` answers. Always with status 200: a 404 could as well mean that the address is mistyped, and no shop
 * should refuse orders over that.
 */
export const pointValiditySchema = z.looseObject({
  id: z.string(),
  /**
   * - `exists`: in the network as last read from the platform; `point` is there.
   * - `gone`: not in it.
   * - `unknown`: can't be told; `reason` says why. That is no "no".
   */
  status: z.enum(['exists', 'gone', 'unknown']),
  /** Whether nothing is known against the point: true also when the status is `unknown`. */
  isValid: z.boolean(),
  errors: z.catch(z.array(z.looseObject({ code: z.string(), message: z.string() })), []),
  /** The platform's own item. */
  point: z.optional(pointItemSchema),
  /** The point as a shop writes it down; there whenever `point` is. */
  summary: z.catch(z.optional(pointSummarySchema), undefined),
  /** Points that would do, nearest first; empty where the position isn't known. */
  alternatives: z.catch(nearbyPointsSchema, []),
  /** With `unknown`: `not_published`, `outdated`, `set_aside` (the platform lists it, without a usable position), or what reading met (errors.ts). */
  reason: z.optional(z.string()),
  /** When the network was read from the platform, ISO 8601; null when there is none to look in. */
  checkedAt: z.nullable(z.string()),
});

export type PointValidity = z.infer<typeof pointValiditySchema>;
