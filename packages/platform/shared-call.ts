import { pause } from './back-off.ts';
import { UPSTREAM_TIMEOUT_MS } from './fetch-upstream.ts';

const POLL_MS = 20;
/** After this time the call counts as abandoned: the edge may cancel a request, and its call, after the client disconnects. */
const ABANDONED_AFTER_MS = UPSTREAM_TIMEOUT_MS + 1_000;

/**
 * A call to the platform that one request makes and others wait for. These poll, because at the edge a promise belongs to the
 * request that created it, and may never settle for another one.
 */
export class SharedCall<Value> {
  readonly startedAtMs: number;
  readonly #now: () => number;
  #outcome: { value: Value } | { error: unknown } | null = null;

  constructor(now: () => number) {
    this.#now = now;
    this.startedAtMs = now();
  }

  /** Makes the call, for the request that owns it. */
  async make(call: () => Promise<Value>): Promise<Value> {
    try {
      const value = await call();
      this.#outcome = { value };
      return value;
    } catch (error) {
      this.#outcome = { error };
      throw error;
    }
  }

  /** Waits for the result, for other requests. @returns null if the call was abandoned; @throws the call's error */
  async wait(): Promise<{ value: Value } | null> {
    while (this.#outcome === null && this.#now() - this.startedAtMs < ABANDONED_AFTER_MS)
      await pause(POLL_MS);
    if (this.#outcome !== null && 'error' in this.#outcome) throw this.#outcome.error;
    return this.#outcome;
  }
}
