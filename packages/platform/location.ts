import { operation } from './operation.ts';
import { pointsPageSchema } from './point.ts';
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
