/** A map that evicts the least recently used entry when it has more than `most`. */
export function createLru<Key, Value>(most: number) {
  /** Least recently used first. */
  const kept = new Map<Key, Value>();
  return {
    get(key: Key): Value | undefined {
      const value = kept.get(key);
      if (value !== undefined) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    has: (key: Key) => kept.has(key),
    set(key: Key, value: Value): void {
      kept.delete(key);
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
    delete: (key: Key) => void kept.delete(key),
    values: () => kept.values(),
  };
}
