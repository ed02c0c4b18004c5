import { createBoundFetch } from '#platform/bound-answer.ts';
import { MAX_VALUES_OF_POINT } from '#platform/scan-json.ts';

/** Five times as much as a point of the platform takes. */
const MAX_BYTES_OF_POINT = 8 * 1024;
/** Always allow at least a page of this many points, because a platform may choose the size of its pages itself. */
const FEWEST_POINTS = 500;

/**
 * Creates the `fetch` for all of the publisher's requests to the platform. Reading an answer within its limits takes at most about
 * 20 MB of memory, so that six at once, whatever they contain, don't exhaust a small machine.
 * @param perPage number of points requested per page
 */
export function createPlatformFetch(fetchNow: typeof fetch, perPage: number): typeof fetch {
  const points = Math.max(perPage, FEWEST_POINTS);
  return createBoundFetch(fetchNow, {
    maxBytes: points * MAX_BYTES_OF_POINT,
    maxValues: points * MAX_VALUES_OF_POINT,
  });
}
