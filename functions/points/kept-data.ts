/**
 * Whether a moment is less than so long ago, by a clock that an operator or a time server may set. A moment that lies ahead was told by a
 * clock that was wrong: what was kept then would otherwise be kept until the clock is there again.
 * Milliseconds.
 */
export function isRecent(momentMs: number, nowMs: number, forMs: number): boolean {
  const agoMs = nowMs - momentMs;
  return agoMs >= 0 && agoMs < forMs;
}

export type KeptData = ReturnType<typeof createKeptData>;

/**
 * Keeps values up to a number of bytes, and forgets what was unused for longest. Values must be plain data: at the edge, a promise or a
 * stream belongs to the request that made it.
 */
export function createKeptData(maxBytes: number) {
  /** In order of use, the longest unused first. */
  const kept = new Map<string, { value: unknown; bytes: number }>();
  let total = 0;

  function forget(name: string): void {
    total -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  }

  return {
    get(name: string): unknown {
      const entry = kept.get(name);
      if (entry === undefined) return undefined;
      kept.delete(name);
      kept.set(name, entry);
      return entry.value;
    },
    /** @param bytes what the value takes, nearly */
    set(name: string, value: unknown, bytes: number) {
      forget(name);
      kept.set(name, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        forget(oldest);
      }
    },
    clear() {
      kept.clear();
      total = 0;
    },
  };
}
