import type * as z from 'zod/mini';
import { AppError, codeOfStatus, type FieldError } from './errors.ts';
import { parseRetryAfterMs } from './back-off.ts';

const CODES = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' } as const;

/** All that is known of a refusal without fields. */
export const describeStatus = (status: number | undefined) => `The server answered ${status}.`;

/** How an answer is read. */
export interface AnswerReading<T> {
  schema: z.ZodMiniType<T>;
  /** Reads the body for the schema; default: as JSON. */
  parse?: ((response: Response) => Promise<unknown>) | undefined;
  /** Reads which fields a refused body names as wrong; default: none. */
  readFields?: ((response: Response) => Promise<FieldError[]>) | undefined;
}

/**
 * Parses and validates an HTTP answer. The platform's document shows no error bodies (docs/platform-api.md, chapter 7): errors are
 * distinguished by status; only the fields of a refused body are read, if there are any.
 * @throws AppError with status and request id: by the status, or `malformed` for a body that isn't JSON or doesn't match the
 *   schema
 */
export async function readAnswer<T>(
  response: Response,
  { schema, parse = parseJson, readFields }: AnswerReading<T>,
  requestId: string,
  nowMs: number,
): Promise<T> {
  const details = { status: response.status, requestId };
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new AppError('redirected', 'The server answered with a redirect, which is not followed.', details);
  }
  if (!response.ok) {
    throw new AppError(codeOfStatus(response.status, CODES), describeStatus(response.status), {
      ...details,
      fields: (await readFields?.(response)) ?? [],
      retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after'), nowMs),
    });
  }
  const body = await parse(response).catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new AppError('malformed', `The answer is not what was asked for: ${cause.message}.`, details);
  });
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

export async function parseJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    // An empty body (204, or 201 without content) is read as null; the schema decides whether that is valid.
    return text === '' ? null : JSON.parse(text);
  } catch {
    // The parser's message is dropped, because it quotes the body, which may hold anything.
    throw new SyntaxError(`not JSON (${text.length} characters)`);
  }
}
