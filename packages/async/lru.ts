/**
 * A map that evicts its least recently used entries when all together weigh more than `most`.
 * @param weigh 1 for each entry unless given
 */
export function createLru<Key, Value>(most: number, weigh: (value: Value) => number = () => 1) {
  /** Least recently used first. */
  const kept = new Map<Key, Value>();
  let total = 0;

  function remove(key: Key): void {
    const value = kept.get(key);
    if (kept.delete(key)) total -= weigh(value!);
  }

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
      remove(key);
      kept.set(key, value);
      total += weigh(value);
      while (kept.size > 0 && total > most) remove(kept.keys().next().value as Key);
    },
    delete: remove,
    values: () => kept.values(),
  };
}
