/** The kind of server: two nodes behind nginx, or workerd. */
export type Runtime = 'node' | 'workerd';

/**
 * How a request ended.
 * - `fine`: a correct response.
 * - `refused`: a proper error response of our own that names the platform's failure.
 * - `failed`: no response, or an improper one.
 * - `wrong`: a response whose content is wrong.
 */
export const OUTCOMES = ['fine', 'refused', 'failed', 'wrong'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One request. Times are those of `performance.now()`, in milliseconds. */
export interface SentRequest {
  runtime: Runtime;
  route: string;
  /** The sender. Brokers need the platform, shoppers only published files. */
  who: 'shopper' | 'broker';
  startedMs: number;
  endedMs: number;
  outcome: Outcome;
  /** A description of what was wrong. */
  detail: string;
}

/** A period during which something was broken. */
export interface Broken {
  name: string;
  startedMs: number;
  /** When it was repaired. */
  endedMs: number;
  /** When the next one began. */
  untilMs: number;
}

/** Counts requests by outcome, grouped by a key. */
export function countOutcomes(
  requests: readonly SentRequest[],
  nameOf: (request: SentRequest) => string,
): Map<string, Record<Outcome, number>> {
  const counts = new Map<string, Record<Outcome, number>>();
  for (const request of requests) {
    const name = nameOf(request);
    const own = counts.get(name) ?? { fine: 0, refused: 0, failed: 0, wrong: 0 };
    own[request.outcome]++;
    counts.set(name, own);
  }
  return counts;
}

/** Returns the requests that were sent while something was broken. */
export const during = (requests: readonly SentRequest[], { startedMs, endedMs }: Broken): SentRequest[] =>
  requests.filter((request) => request.startedMs >= startedMs && request.startedMs < endedMs);

/**
 * Measures how long a fault had effects after its end: until the response to the last unsuccessful request that was sent since then.
 * @returns milliseconds; 0 if all requests since then were fine
 */
export function measureRecovery(requests: readonly SentRequest[], { endedMs, untilMs }: Broken): number {
  const bad = requests.filter(
    (request) => request.startedMs >= endedMs && request.startedMs < untilMs && request.outcome !== 'fine',
  );
  return Math.max(0, ...bad.map((request) => request.endedMs - endedMs));
}
