/**
 * Handles items with limited concurrency. After a failure, starts no further item.
 * @throws the first failure, after all running handlers have settled
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const item of waiting) {
      if (failures.length > 0) return;
      try {
        await handle(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.length > 0) throw failures[0];
}
