import { SnapshotError } from './explain-failure.ts';
import { formatDuration } from './format.ts';

/** Larger than any delay on the way, smaller than a wrong time zone. */
const MAX_SKEW_MS = 3_000_000;

/**
 * Compares this machine's clock with the platform's, by the `Date` of its answers: a network published with a wrong time has a
 * wrong age, by which every shop's check of a point decides.
 */
export function createClockWatch(now: () => number) {
  /** The smallest difference counts: an answer may come from a cache. */
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
    /** How far this clock is ahead; null if the platform told no time. */
    skewMs: () => skewMs,
    /** @throws SnapshotError if the clocks differ too much; never if the platform told no time */
    check(): void {
      if (skewMs === null || Math.abs(skewMs) <= MAX_SKEW_MS) return;
      const side = skewMs > 0 ? 'ahead of' : 'behind';
      throw new SnapshotError(
        `Nothing was published: this machine's clock is ${formatDuration(Math.abs(skewMs))} ${side} the platform's ` +
          `(it says ${new Date(now()).toISOString()}). Shops couldn't tell how old the network is. Have it set by NTP, then run the command again.`,
      );
    },
  };
}
