import { AppError, type ErrorDetails } from './errors.ts';
import { readBody } from './read-body.ts';
import { isModestJson } from './scan-json.ts';

/** Statuses that can't have a body (Fetch standard, "null body status"). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** The response headers that are kept; others, like cookies, are dropped. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'www-authenticate', 'x-request-id'];

/** The most that one answer may hold. */
export interface AnswerLimits {
  /** After decompression. */
  maxBytes: number;
  /** JSON values. */
  maxValues?: number;
  /** Whether it is read as bytes: never parsed, so that its values cost nothing. */
  isBytes?: boolean;
}

/** An answer whose body was read within limits. */
export interface BoundAnswer {
  status: number;
  /** All that the platform sent. */
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a whole answer of the platform, counted while it arrives: a few compressed bytes may stand for a gigabyte, and an answer
 * may have no end.
 * @throws AppError `malformed` for an invalid HTTP status, an answer that is too long, or one that is expensive to parse
 */
export async function readBounded(
  answer: Response,
  { maxBytes, maxValues, isBytes = false }: AnswerLimits,
  details: ErrorDetails = {},
): Promise<BoundAnswer> {
  const malformed = (message: string) => new AppError('malformed', message, details);
  if (!(answer.status >= 200 && answer.status <= 599)) {
    await answer.body?.cancel();
    throw malformed(`The answer has the status ${answer.status}.`);
  }
  const bytes = await readBody(answer.body, maxBytes);
  if (bytes === null) throw malformed(`The answer has more than ${maxBytes} bytes.`);
  if (!isBytes && !isModestJson(bytes, maxValues))
    throw malformed('The answer is nested or divided too much.');
  return { status: answer.status, headers: answer.headers, bytes };
}

/**
 * A `fetch` whose answers are read within limits; time limits are its caller's.
 * @param given undefined: the runtime's own, as it is at each call
 */
export function createBoundFetch(given: typeof fetch | undefined, limits: AnswerLimits): typeof fetch {
  return async (input, init) => rebuild(await readBounded(await (given ?? fetch)(input, init), limits));
}

/** An answer with the headers that are used. */
export function rebuild({ status, headers: sent, bytes }: BoundAnswer): Response {
  const headers = new Headers();
  for (const name of KEPT_HEADERS) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, headers });
}
