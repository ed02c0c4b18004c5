import { createBoundFetch } from '#platform/bound-answer.ts';
import { MAX_VALUES_OF_POINT } from '#platform/scan-json.ts';

/** Five times as much as a point of the platform takes. */
const MAX_BYTES_OF_POINT = 8 * 1024;
/** Limits are never below those of a page of this many points: a platform may choose the size of its pages itself. */
const FEWEST_POINTS = 500;

/**
 * The `fetch` for everything that the publisher asks of the platform. An answer within its limits takes at most some 20 MB of
 * memory while it is read, so that whatever a page sends, six at once can't fill a small machine.
 * @param perPage points asked for with one request
 */
export function createPlatformFetch(fetchNow: typeof fetch, perPage: number): typeof fetch {
  const points = Math.max(perPage, FEWEST_POINTS);
  return createBoundFetch(fetchNow, {
    maxBytes: points * MAX_BYTES_OF_POINT,
    maxValues: points * MAX_VALUES_OF_POINT,
  });
}
