/** Web storage in memory. */
export function createFakeStorage() {
  const stored = new Map<string, string>();
  const storage: Storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
    key: (at) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size;
    },
  };
  return { stored, storage };
}
