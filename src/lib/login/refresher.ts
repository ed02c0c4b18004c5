import { IN_FLIGHT, once } from '#async/once.ts';
import { pause } from '#async/pause.ts';
import { AppError } from '#platform/errors.ts';
import { chooseWaitMs } from '#platform/back-off.ts';
import type { Grant } from './token-facade.ts';

/**
 * Runs an action exclusively across all tabs of this browser, or without a lock if the browser has no Web
 * Locks.
 */
export type Lock = <T>(action: () => Promise<T>) => Promise<T>;

interface RefresherParts {
  /** Requests a token from the function's facade; `force`: replace a token even if it hasn't expired. */
  requestGrant: (force: boolean) => Promise<Grant>;
  lock?: Lock;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
  random?: () => number;
  wait?: (milliseconds: number) => Promise<void>;
}

/**
 * Why a token is requested.
 * - `expired`: there is none, or it is about to expire.
 * - `refused`: the platform rejected `token`.
 * - `by-hand`: the user asked for a new one, even if the old one is valid.
 * - `restore`: the user opened the page, or pressed "try again".
 */
export type RefreshReason = { why: 'expired' | 'by-hand' | 'restore' } | { why: 'refused'; token: string };

/** Report an error instead of waiting longer than this. */
const MAX_WAIT_MS = 8_000;

/** Temporary failures: the session stays, and the token is requested again later. */
const TEMPORARY: ReadonlySet<AppError['code']> = new Set([
  'network',
  'timeout',
  'unavailable',
  'rate_limited',
]);

/**
 * Runs one refresh at a time, in this tab and across all tabs. A platform that rotates refresh tokens
 * refuses one of two parallel refreshes, and may then revoke both (RFC 9700 §4.14.2).
 */
export function createRefresher({
  requestGrant,
  lock = lockTabs,
  now = () => performance.now(),
  random = Math.random,
  wait = pause,
}: RefresherParts) {
  let failures = 0;
  let pausedUntilMs = 0;
  let lastFailure: AppError | undefined;

  const requestFor = async (reason: RefreshReason): Promise<Grant> => {
    if (reason.why === 'by-hand') return requestGrant(true);
    const grant = await requestGrant(false);
    // A token that was refused in several tabs is replaced by one of them: the others get the new one from the cookie.
    return reason.why === 'refused' && grant.accessToken === reason.token ? requestGrant(true) : grant;
  };

  /** Waits out the back-off after earlier failures. Requests by the user skip it. */
  const waitForBackOff = async (): Promise<void> => {
    const waitMs = pausedUntilMs - now();
    if (waitMs <= 0) return;
    if (waitMs > MAX_WAIT_MS) throw lastFailure!;
    await wait(waitMs);
  };

  /**
   * @param hadToken whether this tab has had a session: only then may another tab have renewed it
   *   meanwhile
   * @throws AppError `session_ended` if the session is over. After any other error the session continues
   */
  return once(async (reason: RefreshReason, hadToken: boolean): Promise<Grant> => {
    if (reason.why === 'expired' || reason.why === 'refused') await waitForBackOff();
    const attempt = () => lock(() => requestFor(reason));
    try {
      // Without a lock, another tab may have refreshed first: the second attempt uses its cookie.
      const grant = await attempt().catch((error: unknown) => {
        if (hadToken && error instanceof AppError && error.code === 'session_ended') return attempt();
        throw error;
      });
      failures = pausedUntilMs = 0;
      return grant;
    } catch (error) {
      if (error instanceof AppError && TEMPORARY.has(error.code)) {
        pausedUntilMs = now() + (error.retryAfterMs ?? chooseWaitMs(failures, random()));
        failures++;
        lastFailure = error;
      }
      throw error;
    }
  }, IN_FLIGHT);
}

const LOCK_NAME = 'droppoint.refresh';

/** A lock across all tabs (Web Locks API), if the browser supports it. */
export const lockTabs: Lock = (action) =>
  'locks' in navigator ? navigator.locks.request(LOCK_NAME, action) : action();
