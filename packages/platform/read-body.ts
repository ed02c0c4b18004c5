import { AppError, type ErrorDetails } from './errors.ts';
import { isModestJson } from './scan-json.ts';

/**
 * Reads a whole body and counts its bytes, because `content-length` may be missing or wrong.
 * @returns null as soon as the body exceeds the limit, without reading the rest
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of 'getReader' in body ? readChunks(body) : body) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Iterates over a stream, which Safari and older versions of Chromium can't do by themselves. */
async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also reached when the caller leaves its loop.
    await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

/** Statuses that can't have a body (Fetch standard, "null body status"). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Response headers to keep; all others, such as cookies, are dropped. */
const PASSED_HEADERS = ['content-type', 'retry-after', 'www-authenticate', 'x-request-id'];

/** Limits of one answer. */
export interface AnswerLimits {
  /** After decompression. */
  maxBytes: number;
  /** Maximum number of JSON values. */
  maxValues?: number;
  /** Whether the body is binary: it is never parsed, so JSON limits don't apply. */
  isBytes?: boolean;
}

/** An answer whose body was read within the limits. */
export interface BoundAnswer {
  status: number;
  /** All headers that the platform sent. */
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a whole answer of the platform and counts its bytes as they arrive: a few compressed bytes can
 * expand to a gigabyte, and an answer may never end.
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
    throw malformed('The answer is nested too deeply or has too many values.');
  return { status: answer.status, headers: answer.headers, bytes };
}

/**
 * Creates a `fetch` that reads answers within limits. Time limits are left to the caller.
 * @param customFetch undefined: use the global `fetch`, looked up at each call
 */
export function createBoundFetch(customFetch: typeof fetch | undefined, limits: AnswerLimits): typeof fetch {
  return async (input, init) => {
    const answer = await (customFetch ?? fetch)(input, init);
    // Browsers hide a redirect that isn't followed: its status is 0, and it has no body.
    return answer.type === 'opaqueredirect' ? answer : rebuild(await readBounded(answer, limits));
  };
}

/** Builds a `Response` from an answer, with the headers of `PASSED_HEADERS` only. */
export function rebuild({ status, headers: received, bytes }: BoundAnswer): Response {
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = received.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, headers });
}
