import { pause } from '../async/pause.ts';
import { AppError } from './errors.ts';

/** Bounds of the wait before a retry. */
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;

/** If the server asks for a longer pause than this, fail instead of waiting. */
const LONGEST_RETRY_AFTER_MS = 30_000;

export interface RetryOptions {
  /** Number of attempts after the first. Default: 3. */
  retries?: number | undefined;
  /** Whether to repeat the call after a retryable error. Default: always. */
  mayRepeat?: (error: AppError) => boolean;
  signal?: AbortSignal | undefined;
  /** For tests. */
  random?: () => number;
  wait?: typeof pause;
}

/**
 * Makes a call and retries it after retryable failures.
 * @throws the last failure; AppError `aborted` if the signal ends a wait
 */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  { retries = 3, mayRepeat = () => true, signal, random = Math.random, wait = pause }: RetryOptions,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const { retryable, retryAfterMs = chooseWaitMs(attempt, random()) } = error as AppError;
      if (!retryable || !mayRepeat(error as AppError) || attempt >= retries) throw error;
      if (retryAfterMs > LONGEST_RETRY_AFTER_MS) throw error;
      await wait(retryAfterMs, signal).catch((cause: unknown) => {
        throw new AppError('aborted', 'The request was aborted.', { cause });
      });
    }
  }
}

/**
 * Chooses the wait before a retry: exponential with equal jitter, so that clients that failed together
 * don't retry together.
 * @param attempt 0 for the first retry
 * @param random a number from 0 to 1
 */
export function chooseWaitMs(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2);
}

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date.
 * @returns milliseconds from now, at least 0; undefined for a missing or unreadable value
 */
export function parseRetryAfterMs(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
