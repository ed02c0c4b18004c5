import type * as z from 'zod/mini';
import { AppError, codeOfStatus, type FieldError } from './errors.ts';
import { parseRetryAfterMs } from './back-off.ts';

const CODES = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' } as const;

/** Message for a refusal without fields. */
export const describeStatus = (status: number | undefined) => `The server answered ${status}.`;

/** How to read an answer. */
export interface AnswerReading<T> {
  schema: z.ZodMiniType<T>;
  /** Reads the body for the schema; default: as JSON. */
  parse?: ((response: Response) => Promise<unknown>) | undefined;
  /** Reads the invalid fields from the answer to a refused body; default: none. */
  readFields?: ((response: Response) => Promise<FieldError[]>) | undefined;
}

/**
 * Parses and validates an HTTP answer. The platform's document shows no error bodies (docs/platform-api.md,
 * chapter 7), so errors are distinguished by status; only the invalid fields of a refused body are read, if
 * there are any.
 * @throws AppError with status and request id: its code follows from the status, or is `malformed` for a
 *   body that isn't JSON or doesn't match the schema
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
    throw new AppError('malformed', `The answer can't be read: ${cause.message}.`, details);
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
    // Read an empty body (204, or 201 without content) as null; the schema decides whether that is valid.
    return text === '' ? null : JSON.parse(text);
  } catch {
    // Drop the parser's message, because it quotes the body, which may contain anything.
    throw new SyntaxError(`not JSON (${text.length} characters)`);
  }
}
