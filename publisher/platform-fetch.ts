import { createBoundFetch } from '#platform/read-body.ts';
import { MAX_VALUES_OF_POINT } from '#platform/scan-json.ts';
import { SnapshotError } from './explain-failure.ts';
import { formatDuration } from './format.ts';

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

/** Larger than any delay on the way, smaller than a wrong time zone. */
const MAX_SKEW_MS = 3_000_000;

/**
 * Compares this machine's clock with the platform's, by the `Date` of its answers. A network published with a wrong time has a
 * wrong age, and every shop's check of a point depends on that age.
 */
export function createClockWatch(now: () => number) {
  /** The smallest difference so far, because an answer may come from a cache and be old. */
  let skewMs: number | null = null;
  return {
    /** Wraps a `fetch`, and notes the time of its answers. */
    watch:
      (fetchNow: typeof fetch): typeof fetch =>
      async (input, init) => {
        const answer = await fetchNow(input, init);
        const skew = now() - Date.parse(answer.headers.get('date') ?? '');
        if (!Number.isNaN(skew) && !(Math.abs(skew) >= Math.abs(skewMs ?? Infinity))) skewMs = skew;
        return answer;
      },
    /** How far this clock is ahead; null if no answer had a `Date`. */
    skewMs: () => skewMs,
    /** @throws SnapshotError if the clocks differ too much; never if no answer had a `Date` */
    check(): void {
      if (skewMs === null || Math.abs(skewMs) <= MAX_SKEW_MS) return;
      const side = skewMs > 0 ? 'ahead of' : 'behind';
      throw new SnapshotError(
        `Nothing was published: this machine's clock is ${formatDuration(Math.abs(skewMs))} ${side} the platform's ` +
          `(it says ${new Date(now()).toISOString()}). With a wrong time, shops would misjudge the network's age. Set the clock by NTP, then run the command again.`,
      );
    },
  };
}
