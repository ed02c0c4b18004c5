import { AppError, type ErrorDetails } from './errors.ts';

/**
 * Runs a request with a time limit, which includes reading its body.
 * @param work gets the signal for `fetch`, which fires at the time limit or with the caller's signal
 * @param details for the errors `timeout` and `network`
 * @throws AppError `timeout`, `aborted`, `network`, or one that `work` throws
 */
export async function withinTime<Answer>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
  details: ErrorDetails = {},
): Promise<Answer> {
  // Not AbortSignal.any, which browsers of 2022 don't have.
  const request = new AbortController();
  const giveUp = () => request.abort();
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    giveUp();
  }, timeoutMs);
  try {
    return await work(request.signal);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (signal?.aborted) throw new AppError('aborted', 'The request was aborted.', { cause });
    throw late
      ? new AppError('timeout', 'No answer within the time limit.', { ...details, cause })
      : new AppError('network', 'No answer: the connection failed.', { ...details, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
