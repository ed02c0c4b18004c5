/** Groups items by key, like `Map.groupBy`; items whose key is null are left out. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | null,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Counts items by key. Keys are in the order of their first items. */
export function countBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Sorts by descending count, then by key. */
export function mostFirst<Key>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
}
