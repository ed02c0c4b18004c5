import { decodeBase64 } from './base64.ts';
import { AppError } from './errors.ts';
import { isJsonObject } from './json-text.ts';
import { readBody } from './read-body.ts';

type Named = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A request of any server: a `Request` (Hono's `c.req.raw`, Next's app router), Node's `IncomingMessage`,
 * Express', Fastify's, or its headers and the bytes of its body. The signature covers the bytes, so a
 * parsed body is refused.
 */
export type WebhookRequest =
  | Request
  | {
      headers: Headers | Named;
      /** Bytes or text, as received. */
      body?: unknown;
      /** The raw body beside a parsed one, as NestJS provides it. */
      rawBody?: unknown;
    };

const MAX_BODY_BYTES = 256 * 1024;

const RAW_BODY_NEEDED =
  'readWebhook needs the raw body, because the signature covers its bytes: pass the request before anything parses it ' +
  "(Express: express.raw({ type: '*/*' }) on this route before express.json(); NestJS: rawBody: true; Fastify: a parser with parseAs: 'buffer'; " +
  'Next, pages: bodyParser: false; Hono, Next, SvelteKit: the Request itself, unread)';

const unusable = (why: string) => new AppError('settings_invalid', why);

/**
 * Reads the headers and the body of a request.
 * @throws AppError `settings_invalid` if its bytes are no longer available, `malformed` if it has too many,
 *   `network` if the connection closed before the whole request had arrived
 */
export async function readRequest(received: unknown): Promise<{ headers: Headers; body: BodyBytes }> {
  // Hono's request wraps the standard one.
  const request =
    isJsonObject(received) && received['headers'] === undefined ? (received['raw'] ?? received) : received;
  const headers = (request as { headers?: unknown } | null | undefined)?.headers;
  if (typeof headers !== 'object' || headers === null)
    throw unusable(
      'readWebhook takes a request: a Request, an IncomingMessage, or { headers, body } with the raw body.',
    );
  const bytes = await readBytes(request as WebhookRequest & object);
  if (bytes === null || bytes.length > MAX_BODY_BYTES)
    throw new AppError('malformed', `The request has more than ${MAX_BODY_BYTES} bytes.`);
  return { headers: readHeaders(headers), body: bytes };
}

type BodyBytes = Uint8Array<ArrayBuffer>;

function readHeaders(source: object): Headers {
  const entries = Symbol.iterator in source ? [...(source as Iterable<unknown>)] : Object.entries(source);
  const headers = new Headers();
  for (const [name, value] of entries.filter((entry) => Array.isArray(entry)) as [string, unknown][])
    for (const each of [value].flat())
      try {
        if (typeof each === 'string') headers.append(name, each);
      } catch {
        // Skip HTTP/2's `:path` and values that no header can have: we need none of them.
      }
  return headers;
}

/** @returns null if there are too many */
async function readBytes(request: object): Promise<BodyBytes | null> {
  const { body, rawBody, bodyUsed, readableDidRead, isBase64Encoded } = request as Record<string, unknown>;
  for (const value of [rawBody, body]) {
    const bytes = toBytes(value, isBase64Encoded === true);
    if (bytes !== null) return bytes;
  }
  if (bodyUsed === true) throw unusable(`The request's body has already been read. ${RAW_BODY_NEEDED}.`);
  if (isStream(body)) return readStream(body);
  if (isStream(request)) {
    if (readableDidRead !== true) return readStream(request);
    throw unusable(`The request's body has already been read. ${RAW_BODY_NEEDED}.`);
  }
  if (body === null || body === undefined) return new Uint8Array();
  throw unusable(`The request's body has been parsed. ${RAW_BODY_NEEDED}.`);
}

function toBytes(value: unknown, isBase64: boolean): BodyBytes | null {
  if (typeof value === 'string') return isBase64 ? decodeBase64(value) : new TextEncoder().encode(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
    : null;
}

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function readStream(stream: AsyncIterable<Uint8Array>): Promise<BodyBytes | null> {
  try {
    return await readBody(stream, MAX_BODY_BYTES);
  } catch (cause) {
    throw new AppError('network', 'The connection closed before the whole request had arrived.', { cause });
  }
}
