/**
 * Handles items with limited concurrency. After a failure no further item is started.
 * @throws a failure, after all running handlers have settled
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
