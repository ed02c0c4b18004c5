import type * as z from 'zod/mini';
import { AppError, codeOfStatus } from './errors.ts';
import { parseRetryAfterMs } from './back-off.ts';

const CODES = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' } as const;

/**
 * Parses and validates an HTTP answer.
 * The platform's document shows no error bodies (docs/platform-api.md, chapter 7), so errors are distinguished by status only.
 * @throws AppError with status and request id: by the status, or `malformed` for a body that isn't JSON or doesn't match the
 *   schema
 */
export async function readAnswer<T>(
  response: Response,
  schema: z.ZodMiniType<T>,
  requestId: string,
  nowMs: number,
): Promise<T> {
  const details = { status: response.status, requestId };
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new AppError('redirected', 'The server answered with a redirect, which is not followed.', details);
  }
  if (!response.ok) {
    throw new AppError(codeOfStatus(response.status, CODES), `The server answered ${response.status}.`, {
      ...details,
      retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after'), nowMs),
    });
  }
  let body: unknown;
  const text = await response.text();
  try {
    // An empty body (204, or 201 without content) is read as null; the schema decides whether that is valid.
    body = text === '' ? null : JSON.parse(text);
  } catch {
    // The parser's message is dropped, because it quotes the body, which may hold anything.
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
