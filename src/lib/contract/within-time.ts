import { AppError, type ErrorDetails } from './errors.ts';

/**
 * Does what takes an answer from the network, its body included, within a time.
 * @param work gets the signal to ask with: it fires when the time is over or the caller's own signal does
 * @param details of the errors
 * @throws AppError `timeout`, `aborted`, `network`, or what the work throws of its own
 */
export async function withinTime<Answer>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
  details: ErrorDetails = {},
): Promise<Answer> {
  // AbortSignal.any would do, but phones of 2022 don't have it.
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
    if (signal?.aborted) throw new AppError('aborted', 'The request was given up.', { cause });
    throw late
      ? new AppError('timeout', 'No answer within the time limit.', { ...details, cause })
      : new AppError('network', 'No answer: the connection failed.', { ...details, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
