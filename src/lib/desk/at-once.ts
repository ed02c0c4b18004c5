/** Processes items in order, with at most `limit` running at a time. @param action must not throw */
export async function workAtOnce<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const workOn = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
