import { AppError } from '../contract/errors.ts';
import { chooseWaitMs, pause } from '../platform/back-off.ts';
import type { Grant } from './token-facade.ts';

/** Runs an action while no other tab of this browser runs one; where tabs can't be kept apart, just runs it. */
export type Lock = <T>(action: () => Promise<T>) => Promise<T>;

interface RefresherParts {
  /** Asks the function's facade; `force` says that even a token that hasn't expired is to be replaced. */
  ask: (force: boolean) => Promise<Grant>;
  lock?: Lock;
  /** A clock that nobody sets, milliseconds. */
  now?: () => number;
  random?: () => number;
  wait?: (milliseconds: number) => Promise<void>;
}

/**
 * Why a token is wanted.
 * - `expired`: there is none, or it is about to end.
 * - `refused`: the platform refused the one named.
 * - `by-hand`: a person wants a new one, whatever the old one is worth.
 * - `restore`: a person opened the page, or pressed "try again".
 */
export type Reason = { why: 'expired' | 'by-hand' | 'restore' } | { why: 'refused'; token: string };

/** A pause that the server asked for and that is longer than this is told instead of waited for. */
const LONGEST_WAIT_MS = 8_000;

/** Failures that say nothing about the session: it is kept, and asked for again later. */
const PASSING: ReadonlySet<AppError['code']> = new Set(['network', 'timeout', 'unavailable', 'rate_limited']);

/**
 * Makes one refresh at a time in this tab, and one at a time over all tabs. A rotating platform answers two parallel refreshes
 * with one refusal, and may then end both (RFC 9700 §4.14.2).
 */
export function createRefresher({
  ask,
  lock = lockTabs,
  now = () => performance.now(),
  random = Math.random,
  wait = pause,
}: RefresherParts) {
  let underWay: Promise<Grant> | null = null;
  let failures = 0;
  let pausedUntilMs = 0;
  let lastFailure: AppError | null = null;

  const askFor = async (reason: Reason): Promise<Grant> => {
    if (reason.why === 'by-hand') return ask(true);
    const grant = await ask(false);
    // Refused in several tabs, a token is replaced in one: the others find the new one in the cookie.
    return reason.why === 'refused' && grant.accessToken === reason.token ? ask(true) : grant;
  };

  /** While the server can't be had, programs ask ever less often; a person may ask at any time. */
  const keepPause = async (): Promise<void> => {
    const waitMs = pausedUntilMs - now();
    if (waitMs <= 0) return;
    if (waitMs > LONGEST_WAIT_MS && lastFailure !== null) throw lastFailure;
    await wait(waitMs);
  };

  const noteFailure = (error: AppError): void => {
    pausedUntilMs = now() + (error.retryAfterMs ?? chooseWaitMs(failures, random()));
    failures++;
    lastFailure = error;
  };

  const refreshOnce = async (reason: Reason, hadToken: boolean): Promise<Grant> => {
    if (reason.why === 'expired' || reason.why === 'refused') await keepPause();
    const attempt = () => lock(() => askFor(reason));
    try {
      // Where tabs can't be kept apart, another one may have won the race: its cookie serves the second try.
      const grant = await attempt().catch((error: unknown) => {
        if (hadToken && error instanceof AppError && error.code === 'session_ended') return attempt();
        throw error;
      });
      failures = pausedUntilMs = 0;
      return grant;
    } catch (error) {
      if (error instanceof AppError && PASSING.has(error.code)) noteFailure(error);
      throw error;
    }
  };

  return {
    /**
     * @param hadToken whether this tab has had a session: only then may another tab have renewed it meanwhile
     * @throws AppError `session_ended` when it is really over; anything else leaves the session as it is
     */
    refresh(reason: Reason, hadToken: boolean): Promise<Grant> {
      underWay ??= refreshOnce(reason, hadToken).finally(() => (underWay = null));
      return underWay;
    },
  };
}

const LOCK_NAME = 'droppoint.refresh';

/** The lock over all tabs (Web Locks API), where the browser has it. */
export const lockTabs: Lock = (action) =>
  'locks' in navigator ? navigator.locks.request(LOCK_NAME, action) : action();
