/** Processes items in order, with at most `limit` running at a time. @param action must not throw */
export async function forEachLimit<Item>(
  limit: number,
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const processNext = async () => {
    for (const item of remaining) await action(item);
  };
  await Promise.all(Array.from({ length: limit }, processNext));
}
