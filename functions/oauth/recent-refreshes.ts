import { SharedCall } from '../../platform-client/shared-call.ts';

/** Makes a refresh, or gives the outcome of the one that the same sealed cookie led to a moment ago. */
export type RefreshOnce<T> = (sealed: string, refresh: () => Promise<T>) => Promise<T>;

/** A page waits 20 seconds for an answer and may then ask once more; who comes later logs in. */
const KEPT_MS = 30_000;
/** A few KB each. */
const MAX_KEPT = 1_000;

/**
 * Lets one sealed cookie lead to one refresh in this process. A rotating platform takes a refresh token once; of a second use it
 * concludes that it was stolen, and ends the session (RFC 9700 §4.14.2). Two tabs, or a page that was left before its answer came, do just
 * that, and get the first one's outcome here.
 */
export function createRefreshOnce<T>(now: () => number): RefreshOnce<T> {
  const recent = new Map<string, SharedCall<T>>();

  function forgetOld(): void {
    for (const [sealed, { startedAtMs }] of recent) {
      if (now() - startedAtMs < KEPT_MS && recent.size < MAX_KEPT) return;
      recent.delete(sealed);
    }
  }

  return async function refreshOnce(sealed, refresh) {
    forgetOld();
    // Nothing is waited for where there is no earlier one: of two that ask at once, the second is to find the first.
    const earlier = recent.get(sealed);
    const known = earlier === undefined ? null : await earlier.wait();
    if (known !== null) return known.value;
    const own = new SharedCall<T>(now);
    recent.set(sealed, own);
    return own.make(refresh).catch((error: unknown) => {
      // Told to who waits for it now; who asks later may have better luck.
      recent.delete(sealed);
      throw error;
    });
  };
}
