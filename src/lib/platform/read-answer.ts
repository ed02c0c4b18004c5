import type * as z from 'zod/mini';
import { AppError, type ErrorCode, type ErrorDetails } from '../contract/errors.ts';
import { parseRetryAfterMs } from './back-off.ts';

/**
 * Turns an HTTP answer into checked data.
 * The platform's document shows no error bodies (chapter 7), so an error is known by its status alone.
 * @throws AppError with status and request id: by status, `malformed` for anything that isn't the JSON the schema describes
 */
export async function readAnswer<T>(
  response: Response,
  schema: z.ZodMiniType<T>,
  requestId: string,
  nowMs: number,
): Promise<T> {
  const details: ErrorDetails = { status: response.status, requestId };
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new AppError('redirected', 'The server answered with a redirect, which is not followed.', details);
  }
  if (!response.ok) throw readRefusal(response, details, nowMs);
  let body: unknown;
  const text = await response.text();
  try {
    // An answer without a body (204, or 201 with nothing to tell) reads as null; the schema says whether that will do.
    body = text === '' ? null : JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold anything: it is not kept.
    throw new AppError('malformed', `The answer is not JSON (${text.length} characters).`, details);
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `${issue.path.join('.') || '(answer)'}: ${issue.message}`,
  );
  throw new AppError('malformed', `The answer doesn't match the contract: ${problems.join('; ')}.`, {
    ...details,
    problems,
  });
}

function readRefusal(response: Response, details: ErrorDetails, nowMs: number): AppError {
  const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'), nowMs);
  return new AppError(codeOfStatus(response.status), `The server answered ${response.status}.`, {
    ...details,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 429:
      return 'rate_limited';
    default:
      return status >= 500 ? 'unavailable' : 'rejected';
  }
}
