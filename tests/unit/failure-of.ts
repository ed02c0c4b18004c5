import type { AppError } from '#platform/errors.ts';

/** What something fails with; null if it doesn't. */
export const failureOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

/** The code of what something fails with. */
export const codeOf = async (run: Promise<unknown>): Promise<string> =>
  ((await failureOf(run)) as AppError | null)?.code ?? 'passed';
