import { pause } from '#async/pause.ts';
import { AppError } from '#platform/errors.ts';
import type { Broker } from '../broker/broker.ts';
import type { Desk } from './desk.svelte.ts';
import { requireConnection } from './require-connection.ts';
import { sendDeskParcel } from './send-desk-parcel.ts';

/**
 * Concurrent calls: enough to use the connection, and few enough for the function's limit on a broker's
 * writing calls.
 */
const AT_ONCE = 6;
const PAUSE_MS = 1000;

/**
 * Sends many stored parcels in order. It can be stopped and resumed at any time; unsent parcels stay
 * `draft` or `unknown`.
 */
export class SendQueue {
  running = $state(false);
  done = $state(0);
  total = $state(0);
  /** Whether it is waiting because of a rate limit. */
  waiting = $state(false);
  /** Why it stopped early; null: it finished, or `stop` was called. */
  failure = $state<unknown>(null);
  #stopping = new AbortController();

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
  ) {}

  /** Resolves once all are sent or the queue has stopped. Never throws: see `failure`. */
  async run(ids: readonly string[]): Promise<void> {
    if (this.running) return;
    this.#stopping = new AbortController();
    [this.running, this.failure, this.done, this.total] = [true, null, 0, ids.length];
    const left = [...ids];
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.#sendNext(left)));
    this.running = this.waiting = false;
  }

  /** Calls in progress still finish. */
  stop(): void {
    this.#stopping.abort();
  }

  async #sendNext(left: string[]): Promise<void> {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      if (this.#stopping.signal.aborted) return;
      try {
        await requireConnection();
        await sendDeskParcel(this.desk, this.broker, id);
        this.done += 1;
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') {
          left.unshift(id);
          await this.#wait(error.retryAfterMs ?? PAUSE_MS);
        } else {
          this.failure ??= error;
          this.stop();
        }
      }
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    this.waiting = true;
    // `stop` also ends the wait.
    await pause(milliseconds, this.#stopping.signal).catch(() => {});
    this.waiting = false;
  }
}
