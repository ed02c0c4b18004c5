/**
 * A map that evicts its least recently used entries when all together weigh more than `most`.
 * @param weigh 1 for each entry unless given
 */
export function createLru<Key, Value>(most: number, weigh: (value: Value) => number = () => 1) {
  /** Least recently used first. */
  const capacity = new Map<Key, Value>();
  let total = 0;

  function remove(key: Key): void {
    const value = capacity.get(key);
    if (capacity.delete(key)) total -= weigh(value!);
  }

  return {
    get(key: Key): Value | undefined {
      const value = capacity.get(key);
      if (value !== undefined) {
        capacity.delete(key);
        capacity.set(key, value);
      }
      return value;
    },
    has: (key: Key) => capacity.has(key),
    set(key: Key, value: Value): void {
      remove(key);
      capacity.set(key, value);
      total += weigh(value);
      while (capacity.size > 0 && total > most) remove(capacity.keys().next().value as Key);
    },
    delete: remove,
    values: () => capacity.values(),
  };
}
