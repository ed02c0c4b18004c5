/** Web storage in memory. @param limit length of the longest value that it takes */
export function createFakeStorage(limit = Infinity) {
  const kept = new Map<string, string>();
  const storage: Storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
  return { kept, storage };
}
