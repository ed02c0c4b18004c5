/**
 * A function whose code comes with its first call: on a slow link nothing else is to wait for it. Code that could not be had is asked for
 * again by the next call.
 */
export function memoizeAsync<Question extends unknown[], Answer>(
  bring: () => Promise<(...question: Question) => Answer | Promise<Answer>>,
): (...question: Question) => Promise<Answer> {
  let brought: Promise<(...question: Question) => Answer | Promise<Answer>> | null = null;
  return async (...question) => {
    brought ??= bring().catch((error: unknown) => {
      brought = null;
      throw error;
    });
    return (await brought)(...question);
  };
}
