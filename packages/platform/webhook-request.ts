import { decodeBase64 } from './base64.ts';
import { AppError } from './errors.ts';
import { isJsonObject } from './json-text.ts';
import { readBody } from './read-body.ts';

type Named = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A request as servers have it: a `Request` (Hono's `c.req.raw`, Next's app router), Node's `IncomingMessage`, Express', Fastify's, or its headers and the
 * bytes of its body. What is signed are the bytes: a body that was parsed is refused.
 */
export type WebhookRequest =
  | Request
  | {
      headers: Headers | Named;
      /** Bytes or text as they came. */
      body?: unknown;
      /** The same beside a parsed body, as NestJS keeps it. */
      rawBody?: unknown;
    };

const MAX_BODY_BYTES = 256 * 1024;

const RAW_BODY_NEEDED =
  'The raw body is needed, as the signature is over its bytes: give readWebhook the request before anything parses it ' +
  "(Express: express.raw({ type: '*/*' }) on this route before express.json(); NestJS: rawBody: true; Fastify: a parser with parseAs: 'buffer'; " +
  'Next, pages: bodyParser: false; Hono, Next, SvelteKit: the Request itself, unread)';

const unusable = (why: string) => new AppError('settings_invalid', why);

/**
 * Headers and body of a request.
 * @throws AppError `settings_invalid` if its bytes can't be had any more, `malformed` if it has too many, `network` if it broke off
 */
export async function readRequest(given: unknown): Promise<{ headers: Headers; body: BodyBytes }> {
  // Hono's request has the standard one inside.
  const request = isJsonObject(given) && given['headers'] === undefined ? (given['raw'] ?? given) : given;
  const told = (request as { headers?: unknown } | null | undefined)?.headers;
  if (typeof told !== 'object' || told === null)
    throw unusable(
      'readWebhook takes a request: a Request, an IncomingMessage, or { headers, body } with the raw body.',
    );
  const bytes = await readBytes(request as WebhookRequest & object);
  if (bytes === null || bytes.length > MAX_BODY_BYTES)
    throw new AppError('malformed', `The request has more than ${MAX_BODY_BYTES} bytes.`);
  return { headers: readHeaders(told), body: bytes };
}

type BodyBytes = Uint8Array<ArrayBuffer>;

function readHeaders(told: object): Headers {
  const entries = Symbol.iterator in told ? [...(told as Iterable<unknown>)] : Object.entries(told);
  const headers = new Headers();
  for (const [name, value] of entries.filter((entry) => Array.isArray(entry)) as [string, unknown][])
    for (const each of [value].flat())
      try {
        if (typeof each === 'string') headers.append(name, each);
      } catch {
        // HTTP/2's `:path`, or a value that no header can have, is none of ours.
      }
  return headers;
}

/** @returns null: too many */
async function readBytes(request: object): Promise<BodyBytes | null> {
  const { body, rawBody, bodyUsed, readableDidRead, isBase64Encoded } = request as Record<string, unknown>;
  for (const held of [rawBody, body]) {
    const bytes = bytesOf(held, isBase64Encoded === true);
    if (bytes !== null) return bytes;
  }
  if (bodyUsed === true) throw unusable(`The request's body has been read already. ${RAW_BODY_NEEDED}.`);
  if (isStream(body)) return readStream(body);
  if (isStream(request)) {
    if (readableDidRead !== true) return readStream(request);
    throw unusable(`The request's body has been read already. ${RAW_BODY_NEEDED}.`);
  }
  if (body === null || body === undefined) return new Uint8Array();
  throw unusable(`The request's body is parsed. ${RAW_BODY_NEEDED}.`);
}

function bytesOf(held: unknown, isBase64: boolean): BodyBytes | null {
  if (typeof held === 'string') return isBase64 ? decodeBase64(held) : new TextEncoder().encode(held);
  if (held instanceof ArrayBuffer) return new Uint8Array(held);
  return ArrayBuffer.isView(held)
    ? new Uint8Array(held.buffer as ArrayBuffer, held.byteOffset, held.byteLength)
    : null;
}

const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function readStream(stream: AsyncIterable<Uint8Array>): Promise<BodyBytes | null> {
  try {
    return await readBody(stream, MAX_BODY_BYTES);
  } catch (cause) {
    throw new AppError('network', 'The request broke off.', { cause });
  }
}
