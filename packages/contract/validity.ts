import * as z from 'zod/mini';
import type { DimensionError } from './filter-dimensions.ts';
import { nearbyPointsSchema } from './nearby-point.ts';
import { pointSummarySchema } from './point-summary-schema.ts';
import { pointItemSchema } from '#platform/point.ts';

/** Why a point is invalid. Messages are for developers; shoppers get a text for the code. */
export type ValidityErrorCode = DimensionError | 'gone' | 'mistyped' | 'excluded' | 'filter' | 'rule';

/** The result of checking a point. */
export const checkedPointSchema = z.looseObject({
  id: z.string(),
  /**
   * - `exists`: in the network as last read from the platform; `point` is set.
   * - `gone`: not in the network.
   * - `mistyped`: not in the network, and probably never was: another id is almost the same, or no id looks
   *   like this.
   * - `unknown`: can't be determined; `reason` says why. This isn't a "no". A status added later is read as
   *   this one.
   */
  status: z.catch(z.enum(['exists', 'gone', 'mistyped', 'unknown']), 'unknown'),
  /** Whether nothing is known against the point; also true if the status is `unknown`. */
  isValid: z.boolean(),
  errors: z.catch(
    z.array(
      z.looseObject({
        code: z.string(),
        message: z.string(),
        /** For shoppers, in the query's `language`; absent without one. */
        text: z.optional(z.string()),
      }),
    ),
    [],
  ),
  /** For `mistyped`: the id that was probably intended, if exactly one fits. */
  meant: z.optional(z.string()),
  /** The platform's own item. */
  point: z.optional(pointItemSchema),
  /** Present whenever `point` is. */
  summary: z.catch(z.optional(pointSummarySchema), undefined),
  /**
   * For `unknown`: `not_published`, `outdated`, `set_aside` (listed without a usable position), or a code
   * of errors.ts.
   */
  reason: z.optional(z.string()),
  /** When the network was read from the platform, ISO 8601; null if there is none. */
  checkedAt: z.nullable(z.string()),
});

export type CheckedPoint = z.infer<typeof checkedPointSchema>;

/** Answer of `POST /api/points/check`: one for each id, in the same order. */
export const checkedPointsSchema = z.object({ points: z.array(checkedPointSchema) });

export type CheckedPoints = z.infer<typeof checkedPointsSchema>;

/**
 * Answer of `GET /api/points/{id}`. The HTTP status is 200 even for a point that is gone: a 404 could also
 * mean a mistyped URL, and no shop should refuse orders because of that.
 */
export const pointValiditySchema = z.extend(checkedPointSchema, {
  /**
   * Valid points: the one that was probably intended first, then the nearest; empty if the position isn't
   * known.
   */
  alternatives: z.catch(nearbyPointsSchema, []),
});

export type PointValidity = z.infer<typeof pointValiditySchema>;
