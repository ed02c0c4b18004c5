/**
 * Handles items, so many at once.
 * @throws what the first one fails with, when those under way have ended; no further one is begun
 */
export async function inTurns<T>(
  items: readonly T[],
  atOnce: number,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  const walk = async () => {
    for (const item of waiting) {
      if (hasFailed) return;
      await handle(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const walks = await Promise.allSettled(Array.from({ length: atOnce }, walk));
  for (const walked of walks) if (walked.status === 'rejected') throw walked.reason;
}
