import { pause } from './back-off.ts';
import { UPSTREAM_TIMEOUT_MS } from './fetch-upstream.ts';

const POLL_MS = 20;
/** After this time the call counts as abandoned: the edge may cancel a request, and its call, after the client disconnects. */
const ABANDONED_AFTER_MS = UPSTREAM_TIMEOUT_MS + 1_000;

/** A call to the platform that one request makes and others wait for. */
export interface SharedCall<Value> {
  readonly startedAtMs: number;
  /** null while it is under way. */
  outcome: { value: Value } | { error: unknown } | null;
}

/**
 * Makes a call for the first of the requests that need it; the others get its outcome. These poll, because at the edge a promise
 * belongs to the request that created it, and may never settle for another one.
 * @param calls the calls that are shared; a failed one is removed, one that succeeded stays until the owner of the map removes it
 * @param make called before this function waits for anything, unless another request makes the call
 */
export async function shareCall<Value>(
  calls: Map<string, SharedCall<Value>>,
  key: string,
  now: () => number,
  make: () => Promise<Value>,
): Promise<Value> {
  for (let other = calls.get(key); other !== undefined; other = calls.get(key)) {
    while (other.outcome === null && now() - other.startedAtMs < ABANDONED_AFTER_MS) await pause(POLL_MS);
    if (other.outcome === null) forget(calls, key, other);
    else if ('error' in other.outcome) throw other.outcome.error;
    else return other.outcome.value;
  }
  const own: SharedCall<Value> = { startedAtMs: now(), outcome: null };
  calls.set(key, own);
  try {
    const value = await make();
    own.outcome = { value };
    return value;
  } catch (error) {
    own.outcome = { error };
    forget(calls, key, own);
    throw error;
  }
}

/** Removes a call, unless another one has taken its place. */
function forget<Value>(calls: Map<string, SharedCall<Value>>, key: string, call: SharedCall<Value>): void {
  if (calls.get(key) === call) calls.delete(key);
}
