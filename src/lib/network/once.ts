/** Calls `ask` on the first call only and shares its result; after a failure, the next call retries. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () =>
    (asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    }));
}
