import { pause } from '../../src/lib/platform/back-off.ts';
import { UPSTREAM_TIMEOUT_MS } from '../../platform-client/fetch-upstream.ts';

/** Makes a refresh, or gives the outcome of the one that the same sealed cookie led to a moment ago. */
export type RefreshOnce<T> = (sealed: string, refresh: () => Promise<T>) => Promise<T>;

interface Refresh<T> {
  startedAtMs: number;
  outcome: { value: T } | { error: unknown } | null;
}

/** A page waits 20 seconds for an answer and may then ask once more; who comes later logs in. */
const KEPT_MS = 30_000;
/** A few KB each. */
const MAX_KEPT = 1_000;
const LOOK_AGAIN_MS = 20;
/** The edge may end a request whose client has gone, and with it the refresh. */
const GIVEN_UP_AFTER_MS = UPSTREAM_TIMEOUT_MS + 1_000;

/**
 * Lets one sealed cookie lead to one refresh in this process. A rotating platform takes a refresh token once; of a second use it
 * concludes that it was stolen, and ends the session (RFC 9700 §4.14.2). Two tabs, or a page that was left before its answer came, do just
 * that, and get the first one's outcome here. Who waits looks again every few milliseconds, since at the edge a promise belongs to the request
 * that made it.
 */
export function createRefreshOnce<T>(now: () => number): RefreshOnce<T> {
  const recent = new Map<string, Refresh<T>>();

  function forgetOld(): void {
    for (const [sealed, { startedAtMs }] of recent) {
      if (now() - startedAtMs < KEPT_MS && recent.size < MAX_KEPT) return;
      recent.delete(sealed);
    }
  }

  async function waitFor(refresh: Refresh<T>): Promise<Refresh<T>['outcome']> {
    while (refresh.outcome === null && now() - refresh.startedAtMs < GIVEN_UP_AFTER_MS) {
      await pause(LOOK_AGAIN_MS);
    }
    return refresh.outcome;
  }

  return async function refreshOnce(sealed, refresh) {
    forgetOld();
    const earlier = recent.get(sealed);
    const known = earlier === undefined ? null : await waitFor(earlier);
    if (known !== null) {
      if ('error' in known) throw known.error;
      return known.value;
    }
    const own: Refresh<T> = { startedAtMs: now(), outcome: null };
    recent.set(sealed, own);
    try {
      const value = await refresh();
      own.outcome = { value };
      return value;
    } catch (error) {
      own.outcome = { error };
      // Told to who waits for it now; who asks later may have better luck.
      recent.delete(sealed);
      throw error;
    }
  };
}
