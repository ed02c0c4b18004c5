/** What was read of the published network and may be of use to the next request. */
export interface KeptData {
  get(name: string): unknown;
  /** @param bytes what the value takes, nearly */
  set(name: string, value: unknown, bytes: number): void;
  clear(): void;
}

/**
 * Whether a moment is less than so long ago, by a clock that an operator or a time server may set. A moment that lies ahead was told by a
 * clock that was wrong: what was kept then would otherwise be kept until the clock is there again.
 * Milliseconds.
 */
export function isRecent(momentMs: number, nowMs: number, forMs: number): boolean {
  const agoMs = nowMs - momentMs;
  return agoMs >= 0 && agoMs < forMs;
}

/**
 * Keeps values up to a number of bytes, and forgets what was unused for longest. Values must be plain data: at the edge, a promise or a
 * stream belongs to the request that made it.
 */
export function createKeptData(mostBytes: number): KeptData {
  /** In order of use, the longest unused first. */
  const kept = new Map<string, { value: unknown; bytes: number }>();
  let total = 0;

  function forget(name: string): void {
    total -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  }

  return {
    get(name) {
      const entry = kept.get(name);
      if (entry === undefined) return undefined;
      kept.delete(name);
      kept.set(name, entry);
      return entry.value;
    },
    set(name, value, bytes) {
      forget(name);
      kept.set(name, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= mostBytes) break;
        forget(oldest);
      }
    },
    clear() {
      kept.clear();
      total = 0;
    },
  };
}
