/**
 * A map that evicts its least recently used entries when all together weigh more than `most`.
 * @param weigh 1 for each entry unless given
 */
export function createLru<Key, Value>(most: number, weigh: (value: Value) => number = () => 1) {
  /** Least recently used first. */
  const entries = new Map<Key, Value>();
  let total = 0;

  function remove(key: Key): void {
    const value = entries.get(key);
    if (entries.delete(key)) total -= weigh(value!);
  }

  return {
    get(key: Key): Value | undefined {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    has: (key: Key) => entries.has(key),
    set(key: Key, value: Value): void {
      remove(key);
      entries.set(key, value);
      total += weigh(value);
      while (entries.size > 0 && total > most) remove(entries.keys().next().value as Key);
    },
    delete: remove,
    values: () => entries.values(),
  };
}
