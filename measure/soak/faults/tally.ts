/** The server: two nodes behind nginx, or workerd. */
export type Runtime = 'node' | 'workerd';

/**
 * How a request ended.
 * - `fine`: a correct answer.
 * - `refused`: a proper error response of ours that names the platform's failure.
 * - `failed`: no answer, or an improper one.
 * - `wrong`: an untrue answer.
 */
export const OUTCOMES = ['fine', 'refused', 'failed', 'wrong'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One request. Milliseconds of `performance.now()`. */
export interface Asked {
  runtime: Runtime;
  route: string;
  /** Brokers need the platform, shoppers only what is published. */
  who: 'shopper' | 'broker';
  beganMs: number;
  endedMs: number;
  outcome: Outcome;
  /** What was wrong, in words. */
  detail: string;
}

/** A period in which something was broken. */
export interface Broken {
  name: string;
  beganMs: number;
  /** When it was repaired. */
  endedMs: number;
  /** When the next one began. */
  untilMs: number;
}

/** @returns the number of requests by outcome, grouped by a key */
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

/** Requests sent while something was broken. */
export const during = (asked: readonly Asked[], { beganMs, endedMs }: Broken): Asked[] =>
  asked.filter((request) => request.beganMs >= beganMs && request.beganMs < endedMs);

/**
 * How long a fault had effects after its end: until the answer to the last unsuccessful request that was sent since then.
 * @returns milliseconds; 0 if all requests were fine at once
 */
export function measureRecovery(asked: readonly Asked[], { endedMs, untilMs }: Broken): number {
  const bad = asked.filter(
    (request) => request.beganMs >= endedMs && request.beganMs < untilMs && request.outcome !== 'fine',
  );
  return Math.max(0, ...bad.map((request) => request.endedMs - endedMs));
}
