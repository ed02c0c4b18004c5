/**
 * Limits concurrency: the returned function runs a task as soon as fewer than `limit` others run.
 * Waiting tasks start in order.
 */
export function createLimit(limit: number): <Answer>(task: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/**
 * Processes items in order, at most `limit` at a time. After a failure, starts no further item.
 * @throws the first failure, after all running actions have settled
 */
export async function forEachLimit<Item>(
  limit: number,
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
): Promise<void> {
  const run = createLimit(limit);
  const failures: unknown[] = [];
  const handle = (item: Item) => async () => {
    if (failures.length > 0) return;
    try {
      await action(item);
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(items.map((item) => run(handle(item))));
  if (failures.length > 0) throw failures[0];
}
