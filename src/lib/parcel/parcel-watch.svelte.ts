import type { AppError } from '#platform/errors.ts';
import type { ToldParcel } from '../contract/told-parcel.ts';
import type { askParcels } from './ask-parcels.ts';
import { keepAnswer, readKept } from './kept-answer.ts';

/** As long as the function keeps an answer: asking sooner tells nothing new. */
const REFRESH_MS = 60_000;
/** Somewhat longer than the function keeps an answer for those who ask anew. */
const ANEW_MS = 6_000;
/** At once, and when what was kept until shortly before the event isn't kept any more. */
const ASKS_ANEW = 2;
/** Before the second try if nothing has been told yet and the function names no time. */
const FIRST_AGAIN_MS = 10_000;

/** What is known of some parcels, asked for again while the page is seen. */
export class ParcelWatch {
  numbers = $state.raw<readonly string[]>([]);
  /** One for each number, in their order; null until they are told. */
  parcels = $state.raw<readonly ToldParcel[] | null>(null);
  /** When the platform was asked, in milliseconds since 1970; null: not yet. */
  answeredMs = $state<number | null>(null);
  /** Why the last request failed; null: it didn't. What was told before stays. */
  failure = $state.raw<AppError | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;
  /** When to ask next, and not before when though somebody wishes it, in milliseconds since 1970. */
  #dueMs = 0;
  #earliestMs = 0;
  /** How many more times what is kept on the way isn't taken for an answer, and the earliest time for that. */
  #asksAnew = 0;
  #earliestAnewMs = 0;
  readonly #watching = new AbortController();
  readonly #ask: typeof askParcels;

  constructor(ask: typeof askParcels) {
    this.#ask = ask;
    const { signal } = this.#watching;
    document.addEventListener('visibilitychange', () => this.#plan(), { signal });
    addEventListener('online', () => this.askAgain(), { signal });
  }

  /** Tells of other parcels from now on. */
  follow(numbers: readonly string[]): void {
    this.#request?.abort();
    this.#request = null;
    const kept = readKept(numbers);
    this.numbers = numbers;
    this.parcels = kept?.parcels ?? null;
    this.answeredMs = kept?.answeredMs ?? null;
    this.failure = null;
    this.#dueMs = this.#asksAnew = 0;
    this.#plan();
  }

  /** Asks as soon as it may, after a failure. */
  askAgain(): void {
    if (this.failure === null) return;
    this.#dueMs = this.#earliestMs;
    this.#plan();
  }

  /** Asks as soon as it may past what is kept on the way: the shop has been told of an event. */
  refresh(): void {
    if (this.numbers.length === 0) return;
    this.#asksAnew = ASKS_ANEW;
    this.#dueMs = Math.max(this.#earliestMs, this.#earliestAnewMs);
    this.#plan();
  }

  destroy(): void {
    this.#watching.abort();
    this.#request?.abort();
    clearTimeout(this.#timer);
  }

  /** A page that isn't seen asks for nothing; once it is seen again it asks at once, if that is due. */
  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#watching.signal.aborted || this.numbers.length === 0 || this.#request !== null) return;
    if (document.hidden || this.#isOver()) return;
    this.#timer = setTimeout(() => void this.#askNow(), Math.max(0, this.#dueMs - Date.now()));
  }

  /** Whether nothing more will be told. */
  #isOver(): boolean {
    if (this.failure?.code === 'scope_missing') return true;
    return (
      this.#asksAnew === 0 &&
      this.#dueMs > 0 &&
      this.failure === null &&
      this.parcels !== null &&
      this.parcels.every(({ status, state }) => ['gone', 'invalid'].includes(status) || state === 'delivered')
    );
  }

  async #askNow(): Promise<void> {
    const request = (this.#request = new AbortController());
    const isAnew = this.#asksAnew > 0;
    if (isAnew) this.#asksAnew -= 1;
    try {
      const told = await this.#ask(this.numbers, request.signal, isAnew);
      if (this.#request !== request) return;
      const parcels = told.map((each, at) => newerOf(this.parcels?.[at], each));
      const answeredMs = Math.min(Date.now(), ...parcels.flatMap(readCheckedMs));
      this.parcels = parcels;
      this.answeredMs = answeredMs;
      this.failure = null;
      if (isAnew) this.#earliestAnewMs = Date.now() + ANEW_MS;
      this.#earliestMs = 0;
      this.#dueMs = this.#asksAnew > 0 ? this.#earliestAnewMs : Date.now() + REFRESH_MS;
      keepAnswer({ parcels, answeredMs });
    } catch (error) {
      if (this.#request !== request) return;
      this.failure = error as AppError;
      this.#asksAnew = 0;
      const waitMs = this.failure.retryAfterMs ?? 0;
      this.#earliestMs = Date.now() + waitMs;
      this.#dueMs = Date.now() + Math.max(waitMs, this.parcels === null ? FIRST_AGAIN_MS : REFRESH_MS);
    }
    this.#request = null;
    this.#plan();
  }
}

/** What one asks next may have been kept longer on the way there: news doesn't become old again. */
function newerOf(there: ToldParcel | undefined, next: ToldParcel): ToldParcel {
  const [thereMs, nextMs] = [there, next].map((each) => (each ? readCheckedMs(each)[0] : undefined));
  return thereMs !== undefined && nextMs !== undefined && nextMs < thereMs ? there! : next;
}

function readCheckedMs({ checkedAt }: ToldParcel): number[] {
  const ms = Date.parse(checkedAt ?? '');
  return Number.isNaN(ms) ? [] : [ms];
}
