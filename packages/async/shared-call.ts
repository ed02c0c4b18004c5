import { pause } from './pause.ts';

const POLL_MS = 20;
/**
 * After this time, longer than that of any call, a call counts as abandoned: the edge may cancel a
 * request and its call when the client disconnects.
 */
export const ABANDONED_AFTER_MS = 11_000;

/** A call that one request makes and other requests wait for. */
export interface SharedCall<Value> {
  readonly startedAtMs: number;
  /** null while the call is in flight. */
  outcome: { value: Value } | { error: unknown } | null;
}

/**
 * Makes a call for the first request that needs it; other requests get its outcome. They poll, because at
 * the edge a promise belongs to the request that created it, and may never settle for another one.
 * @param calls the shared calls; a failed call is removed, a successful one stays until the owner of the
 *   map removes it
 * @param make called synchronously, unless another request already makes the call
 */
export async function shareCall<Value>(
  calls: Map<string, SharedCall<Value>>,
  key: string,
  now: () => number,
  make: () => Promise<Value>,
): Promise<Value> {
  for (let other = calls.get(key); other !== undefined; other = calls.get(key)) {
    while (other.outcome === null && now() - other.startedAtMs < ABANDONED_AFTER_MS) await pause(POLL_MS);
    if (other.outcome === null) removeCall(calls, key, other);
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
    removeCall(calls, key, own);
    throw error;
  }
}

/** Removes a call, unless another one has taken its place. */
function removeCall<Value>(
  calls: Map<string, SharedCall<Value>>,
  key: string,
  call: SharedCall<Value>,
): void {
  if (calls.get(key) === call) calls.delete(key);
}
