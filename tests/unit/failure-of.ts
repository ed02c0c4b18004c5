import type { AppError } from '#platform/errors.ts';

/** The error of a failing function or promise; null if it succeeds. */
export const failureOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

/** The code of this error. */
export const codeOf = async (run: Promise<unknown>): Promise<string> =>
  ((await failureOf(run)) as AppError | null)?.code ?? 'passed';
