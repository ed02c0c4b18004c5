import { pause } from '../src/lib/platform/back-off.ts';
import { UPSTREAM_TIMEOUT_MS } from './fetch-upstream.ts';

const LOOK_AGAIN_MS = 20;
/** The edge may end a request whose client has gone, and with it the call that it made. */
const GIVEN_UP_AFTER_MS = UPSTREAM_TIMEOUT_MS + 1_000;

/**
 * A call to the platform that one request makes and others wait for. Those look again every few milliseconds: at the edge a promise
 * belongs to the request that made it, and may never settle for another one.
 */
export class SharedCall<Value> {
  readonly startedAtMs: number;
  readonly #now: () => number;
  #outcome: { value: Value } | { error: unknown } | null = null;

  constructor(now: () => number) {
    this.#now = now;
    this.startedAtMs = now();
  }

  /** For the request that makes the call. */
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

  /** For the others. @returns null where the call was given up; @throws what it failed with */
  async wait(): Promise<{ value: Value } | null> {
    while (this.#outcome === null && this.#now() - this.startedAtMs < GIVEN_UP_AFTER_MS)
      await pause(LOOK_AGAIN_MS);
    if (this.#outcome !== null && 'error' in this.#outcome) throw this.#outcome.error;
    return this.#outcome;
  }
}
