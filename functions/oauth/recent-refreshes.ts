import { copyText } from '../files/copy-text.ts';
import { shareCall, type SharedCall } from '#async/shared-call.ts';

/** Refreshes, or returns the result of a recent refresh with the same sealed cookie. */
export type RefreshOnce<T> = (sealed: string, refresh: () => Promise<T>) => Promise<T>;

/** A page waits 20 seconds for a response and may then retry once; later requests require a login. */
const CACHE_MS = 30_000;
/** A few KB each; 45 KB if the platform's tokens have their greatest length. */
const MAX_REFRESHES = 1_000;

/**
 * Limits each sealed cookie to one refresh in this process. A platform that rotates refresh tokens treats a second use as theft
 * and ends the session (RFC 9700 §4.14.2). Two tabs, or a page closed before its response arrived, cause such a second use: it
 * gets the result of the first.
 */
export function createRefreshOnce<T>(now: () => number): RefreshOnce<T> {
  const recent = new Map<string, SharedCall<T>>();

  function forgetOld(): void {
    for (const [sealed, { startedAtMs }] of recent) {
      if (now() - startedAtMs < CACHE_MS && recent.size < MAX_REFRESHES) return;
      recent.delete(sealed);
    }
  }

  return function refreshOnce(sealed, refresh) {
    forgetOld();
    return shareCall(recent, copyText(sealed), now, refresh);
  };
}
