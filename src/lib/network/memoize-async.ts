/** Asks once, at the first call; what failed is asked for again by the next call. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () =>
    (asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    }));
}

/** A function whose code comes with its first call: on a slow link nothing else is to wait for it. */
export function memoizeAsync<Question extends unknown[], Answer>(
  load: () => Promise<(...question: Question) => Answer | Promise<Answer>>,
): (...question: Question) => Promise<Answer> {
  const loaded = once(load);
  return async (...question) => (await loaded())(...question);
}
