import { AppError } from '#platform/errors.ts';
import { readAnswer, type AnswerReading } from '#platform/read-answer.ts';
import { withinTime } from '#platform/within-time.ts';

interface Question<Answer> {
  request: (signal: AbortSignal) => Promise<Response>;
  reading: AnswerReading<Answer>;
  timeoutMs?: number;
  /** Codes of a refusal by which the function tells that this can't be done on this Droppoint. */
  notHere?: readonly unknown[];
}

/**
 * Asks the function once: when to ask again is its caller's to decide.
 * @throws AppError; `scope_missing` if this can't be done on this Droppoint
 */
export function askFunction<Answer>(
  { request, reading, timeoutMs = 15_000, notHere = [] }: Question<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  return withinTime(
    timeoutMs,
    async (signal) => {
      const response = await request(signal);
      const { status } = response;
      const requestId = response.headers.get('x-request-id') ?? '';
      if (status === 503 && notHere.includes(await readErrorCode(response)))
        throw new AppError('scope_missing', 'This can’t be done here.', { status, requestId });
      return readAnswer(response, reading, requestId, Date.now());
    },
    signal,
  );
}

/** The code in the body of a refusal, which can still be read afterwards; undefined if it has none. */
async function readErrorCode(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { error?: unknown } | null)?.error;
}
