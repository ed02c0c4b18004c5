import type { AppError } from '#platform/errors.ts';
import type { PublicParcel } from '#contract/public-parcel.ts';
import type { fetchPublicParcels } from './fetch-parcels.ts';
import { storeAnswer, readStoredAnswer } from './stored-answer.ts';

/** The function caches an answer for this time: an earlier request returns nothing new. */
const REFRESH_MS = 60_000;
/** Slightly longer than the function caches an answer for requests that bypass its cache. */
const FRESH_INTERVAL_MS = 6_000;
/** One fetch immediately, and one once an answer from shortly before the event is no longer cached. */
const FRESH_FETCHES = 2;
/** Delay before the first retry if there is no answer yet and the function gives no time. */
const FIRST_RETRY_MS = 10_000;

/** The state of some parcels, fetched again while the page is visible. */
export class ParcelWatch {
  numbers = $state.raw<readonly string[]>([]);
  /** One for each number, in their order; null until the first answer. */
  parcels = $state.raw<readonly PublicParcel[] | null>(null);
  /** When the platform was last asked, in milliseconds since 1970; null if not yet. */
  answeredMs = $state<number | null>(null);
  /** Error of the last request; null if it succeeded. Earlier answers stay. */
  failure = $state.raw<AppError | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  /**
   * Time of the next request, and the earliest time for it even if the user presses the button, in
   * milliseconds since 1970.
   */
  #dueMs = 0;
  #earliestMs = 0;
  /** Number of fetches left that bypass caches, and the earliest time for the next one. */
  #freshFetchesLeft = 0;
  #earliestFreshMs = 0;
  readonly #watching = new AbortController();
  readonly #fetch: typeof fetchPublicParcels;

  constructor(fetch: typeof fetchPublicParcels) {
    this.#fetch = fetch;
    const { signal } = this.#watching;
    document.addEventListener('visibilitychange', () => this.#plan(), { signal });
    addEventListener('online', () => this.retry(), { signal });
  }

  /** Watches other parcels from now on. */
  follow(numbers: readonly string[]): void {
    this.#request?.abort();
    this.#request = null;
    const stored = readStoredAnswer(numbers);
    this.numbers = numbers;
    this.parcels = stored?.parcels ?? null;
    this.answeredMs = stored?.answeredMs ?? null;
    this.failure = null;
    this.#dueMs = this.#freshFetchesLeft = 0;
    this.#plan();
  }

  /** After a failure, sends the next request as soon as it is allowed. */
  retry(): void {
    if (this.failure === null) return;
    this.#dueMs = this.#earliestMs;
    this.#plan();
  }

  /** Bypasses the caches as soon as it is allowed: the shop has been notified of an event. */
  refresh(): void {
    if (this.numbers.length === 0) return;
    this.#freshFetchesLeft = FRESH_FETCHES;
    this.#dueMs = Math.max(this.#earliestMs, this.#earliestFreshMs);
    this.#plan();
  }

  destroy(): void {
    this.#watching.abort();
    this.#request?.abort();
    clearTimeout(this.#timer);
  }

  /**
   * Schedules the next request. A hidden page sends none; once visible again, it sends an overdue one
   * immediately.
   */
  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#watching.signal.aborted || this.numbers.length === 0 || this.#request !== null) return;
    if (document.hidden || this.#isOver()) return;
    this.#timer = setTimeout(() => void this.#fetchNow(), Math.max(0, this.#dueMs - Date.now()));
  }

  /** Whether no further news can come. */
  #isOver(): boolean {
    if (this.failure?.code === 'scope_missing') return true;
    return (
      this.#freshFetchesLeft === 0 &&
      this.#dueMs > 0 &&
      this.failure === null &&
      this.parcels !== null &&
      this.parcels.every(({ status, state }) => ['gone', 'invalid'].includes(status) || state === 'delivered')
    );
  }

  async #fetchNow(): Promise<void> {
    const request = (this.#request = new AbortController());
    const isFresh = this.#freshFetchesLeft > 0;
    if (isFresh) this.#freshFetchesLeft -= 1;
    try {
      const answer = await this.#fetch(this.numbers, request.signal, isFresh);
      if (this.#request !== request) return;
      const parcels = answer.map((parcel, at) => pickNewer(this.parcels?.[at], parcel));
      const answeredMs = Math.min(Date.now(), ...parcels.flatMap(readCheckedMs));
      this.parcels = parcels;
      this.answeredMs = answeredMs;
      this.failure = null;
      if (isFresh) this.#earliestFreshMs = Date.now() + FRESH_INTERVAL_MS;
      this.#earliestMs = 0;
      this.#dueMs = this.#freshFetchesLeft > 0 ? this.#earliestFreshMs : Date.now() + REFRESH_MS;
      storeAnswer({ parcels, answeredMs });
    } catch (error) {
      if (this.#request !== request) return;
      this.failure = error as AppError;
      this.#freshFetchesLeft = 0;
      const waitMs = this.failure.retryAfterMs ?? 0;
      this.#earliestMs = Date.now() + waitMs;
      this.#dueMs = Date.now() + Math.max(waitMs, this.parcels === null ? FIRST_RETRY_MS : REFRESH_MS);
    }
    this.#request = null;
    this.#plan();
  }
}

/** Uses the newer data: a later request may be answered from an older cache. */
function pickNewer(current: PublicParcel | undefined, next: PublicParcel): PublicParcel {
  const [currentMs, nextMs] = [current, next].map((parcel) =>
    parcel ? readCheckedMs(parcel)[0] : undefined,
  );
  return currentMs !== undefined && nextMs !== undefined && nextMs < currentMs ? current! : next;
}

function readCheckedMs({ checkedAt }: PublicParcel): number[] {
  const ms = Date.parse(checkedAt ?? '');
  return Number.isNaN(ms) ? [] : [ms];
}
