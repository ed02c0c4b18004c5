/** Calls `ask` on the first call only and shares its result; after a failure, the next call retries. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () =>
    (asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    }));
}

/** Wraps a function whose code is loaded on the first call, so that nothing else waits for it on slow connections. */
export function memoizeAsync<Question extends unknown[], Answer>(
  load: () => Promise<(...question: Question) => Answer | Promise<Answer>>,
): (...question: Question) => Promise<Answer> {
  const loaded = once(load);
  return async (...question) => (await loaded())(...question);
}
