/** A map that evicts the least recently used entry when it is full. */
export interface Lru<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  values(): Iterable<Value>;
}

export function createLru<Key, Value>(most: number): Lru<Key, Value> {
  /** Least recently used first. */
  const kept = new Map<Key, Value>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    has: (key) => kept.has(key),
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
    delete: (key) => void kept.delete(key),
    values: () => kept.values(),
  };
}
