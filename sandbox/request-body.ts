import type { IncomingMessage } from 'node:http';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import { Problem } from './reply.ts';

/**
 * Reads a request's body as text. Counts the received bytes, because Content-Length may be wrong or absent.
 * @throws Problem 413 above `limitBytes`; the connection is closed after the response.
 */
export async function readRequestBody(request: IncomingMessage, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > limitBytes) {
      request.resume();
      throw new Problem(413, 'Content Too Large', `The body is larger than ${limitBytes} bytes.`, {
        Connection: 'close',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws Problem 400 for invalid JSON, and as `readBody` does */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  const text = await readRequestBody(request, limitBytes);
  const value = readJsonText(text);
  if (value !== undefined) return value;
  throw new Problem(400, 'Bad Request', text === '' ? 'The body is empty.' : 'The body is not valid JSON.');
}

const JSON_LIMIT_BYTES = 1024 * 1024;

/**
 * Reads a product call's body.
 * @throws Problem 415 for another content type, 400 if it isn't a JSON object, and as `readBody` does above one mebibyte
 */
export async function readJsonObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new Problem(415, 'Unsupported Media Type', 'The body must be application/json.');
  const received = await readJson(request, JSON_LIMIT_BYTES);
  if (isJsonObject(received)) return received;
  throw new Problem(400, 'Bad Request', 'The body must be a JSON object.');
}
