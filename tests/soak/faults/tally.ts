/** What serves: two nodes behind nginx, or workerd. */
export type Runtime = 'node' | 'workerd';

/**
 * How a request ended.
 * - `fine`: what was asked for, and it is true.
 * - `refused`: a refusal of ours that says what is wrong, where the platform is what fails.
 * - `failed`: no answer, or one that shouldn't be.
 * - `wrong`: an answer that isn't true.
 */
export const OUTCOMES = ['fine', 'refused', 'failed', 'wrong'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One request. Milliseconds as `performance.now()` has them. */
export interface Asked {
  runtime: Runtime;
  route: string;
  /** Brokers need the platform, shoppers only what is published. */
  who: 'shopper' | 'broker';
  beganMs: number;
  endedMs: number;
  outcome: Outcome;
  /** What was wrong, for a person. */
  detail: string;
}

/** A time in which something was broken. */
export interface Broken {
  name: string;
  beganMs: number;
  /** When what was broken was well again. */
  endedMs: number;
  /** Until the next one began. */
  untilMs: number;
}

/** @returns how often each way of ending was seen, by what a request has in common with others */
export function countOutcomes(
  asked: readonly Asked[],
  nameOf: (request: Asked) => string,
): Map<string, Record<Outcome, number>> {
  const counts = new Map<string, Record<Outcome, number>>();
  for (const request of asked) {
    const name = nameOf(request);
    const own = counts.get(name) ?? { fine: 0, refused: 0, failed: 0, wrong: 0 };
    own[request.outcome]++;
    counts.set(name, own);
  }
  return counts;
}

/** Requests that were sent while something was broken. */
export const during = (asked: readonly Asked[], { beganMs, endedMs }: Broken): Asked[] =>
  asked.filter((request) => request.beganMs >= beganMs && request.beganMs < endedMs);

/**
 * How long after its end a fault was still felt: until the last request that was sent since then, and didn't get what it asked for, had its
 * answer.
 * @returns milliseconds; 0 where all were fine at once
 */
export function measureRecovery(asked: readonly Asked[], { endedMs, untilMs }: Broken): number {
  const bad = asked.filter(
    (request) => request.beganMs >= endedMs && request.beganMs < untilMs && request.outcome !== 'fine',
  );
  return Math.max(0, ...bad.map((request) => request.endedMs - endedMs));
}
