import { AppError } from '#platform/errors.ts';
import { readAnswer, type AnswerReading } from '#platform/read-answer.ts';
import { withinTime } from '#platform/within-time.ts';

interface FunctionCall<Answer> {
  request: (signal: AbortSignal) => Promise<Response>;
  reading: AnswerReading<Answer>;
  timeoutMs?: number;
  /** Error codes with which the function reports that this isn't available on this Droppoint. */
  unavailableCodes?: readonly unknown[];
}

/**
 * Sends one request to the function; the caller decides when to retry.
 * @throws AppError; `scope_missing` if this isn't available on this Droppoint
 */
export function callFunction<Answer>(
  { request, reading, timeoutMs = 15_000, unavailableCodes = [] }: FunctionCall<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  return withinTime(
    timeoutMs,
    async (signal) => {
      const response = await request(signal);
      const { status } = response;
      const requestId = response.headers.get('x-request-id') ?? '';
      if (status === 503 && unavailableCodes.includes(await readErrorCode(response)))
        throw new AppError('scope_missing', 'This isn’t available on this Droppoint.', { status, requestId });
      return readAnswer(response, reading, requestId, Date.now());
    },
    signal,
  );
}

/** Reads the error code from a refusal's body, without consuming it; undefined if it has none. */
async function readErrorCode(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return (body as { error?: unknown } | null)?.error;
}
