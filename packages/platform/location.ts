import type { Caller, CallSignal } from './call.ts';
import { operation } from './operation.ts';
import { isPoint, placeablePointSchema, pointsPageSchema, type Point } from './point.ts';
import type { PagingParameters } from './read-points-page.ts';
import { walkPoints } from './walk-points.ts';
import * as z from 'zod/mini';

const POINTS = { product: 'location', scope: 'api:points:read' } as const;

/**
 * Filters of the list of points: 3 sources for these names. The platform may ignore unknown ones: check the
 * answer.
 */
const CONDITIONS = [
  'address.country',
  'address.administrativeArea',
  'address.city',
  'address.postalCode',
  'capabilities',
  'type',
];

/** A page of the list (docs/platform-api.md, chapter 4). */
export const listPoints = operation({
  ...POINTS,
  sources: null,
  path: 'points',
  query: ['page', 'perPage', 'limit', ...CONDITIONS],
  data: pointsPageSchema,
});

/** One point: 2 sources. */
export const getPoint = operation({
  ...POINTS,
  sources: 2,
  path: 'points/{pointId}',
  data: z.looseObject({ id: z.string() }),
});

/** Points around a position or postcode, each with its `distance` in metres: 3 sources. */
export const nearPoints = operation({
  ...POINTS,
  sources: 3,
  path: 'points/search-by-location',
  query: ['relativePoint', 'relativePostCode', 'maxDistance', 'page', 'perPage', 'limit', ...CONDITIONS],
  data: pointsPageSchema,
});

const POINTS_PER_PAGE = 500;

export interface NearOptions extends CallSignal {
  /** Default: 10 km. */
  maxDistanceMetres?: number;
  /** Default: 25. */
  limit?: number;
}

/** A point with its distance from the requested position, in metres. */
export type NearPoint = Point & { distance?: number };

/** The client's methods for points. */
export function pointMethods({ call }: Caller, paging: PagingParameters) {
  const getPage = (page: number, perPage: number, { signal }: CallSignal = {}) =>
    call(listPoints, {
      query: [
        [paging.page, String(page)],
        [paging.perPage, String(perPage)],
      ],
      signal,
    });

  return {
    /**
     * All points, each once. Items without a usable position are left out. The list is read again if it
     * changes meanwhile.
     */
    async *list({ signal }: CallSignal = {}): AsyncGenerator<Point> {
      const walk = walkPoints({
        readPage: async (page, aborted) => (await getPage(page, POINTS_PER_PAGE, { signal: aborted })).data,
        ...(signal && { signal }),
      });
      for await (const { points } of walk) yield* points;
    },

    /** One page of the list, with its items as they are. @param page from 1 */
    page: getPage,

    /** One point, with its position. @throws AppError `not_found` for an unknown id */
    get: (pointId: string, { signal }: CallSignal = {}) =>
      call({ ...getPoint, data: placeablePointSchema }, { values: { pointId }, signal }),

    /**
     * Points around a position, nearest first, each with its `distance` in metres. Default: 25 points
     * within 10 km.
     */
    async near(
      { latitude, longitude }: { latitude: number; longitude: number },
      { maxDistanceMetres = 10_000, limit = 25, signal }: NearOptions = {},
    ) {
      const answer = await call(nearPoints, {
        query: [
          ['relativePoint', `${latitude},${longitude}`],
          ['maxDistance', String(maxDistanceMetres)],
          ['limit', String(limit)],
        ],
        signal,
      });
      const items = answer.data.items.filter(isPoint) as NearPoint[];
      return { ...answer, data: { ...answer.data, items } };
    },
  };
}
