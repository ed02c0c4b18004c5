import * as z from 'zod/mini';
import { AppError } from './errors.ts';
import { decodeBase64 } from './base64.ts';
import { readJsonText } from './json-text.ts';
import { readBody } from './read-body.ts';

/** A key with which the platform signs: a shared secret, or its certificate's public key (SPKI, PEM or DER in Base64). */
export type WebhookKey = { secret: string } | { publicKey: string };

export interface WebhookOptions {
  /** Any of them may have signed, so that keys can be replaced without a gap. */
  keys: readonly WebhookKey[];
  /**
   * What is signed: the body, or the time, a dot, and the body. It is set for each client; `either` tries both. With `body` the time
   * and the ids in the headers aren't protected.
   */
  signed?: 'body' | 'timestamped' | 'either';
}

const eventSchema = z.looseObject({
  trackingNumber: z.string(),
  eventId: z.string(),
  eventCode: z.string(),
  /** ISO 8601, up to nine decimals. */
  timestamp: z.string(),
  customerReference: z.catch(z.nullish(z.string()), null),
});

/**
 * An event that the platform pushed. It may come twice, late, and after a later one: keep `eventId`s, each once, and sort by
 * `timestamp`. Answer 200 for parcels you don't know too, or the platform tries for 36 minutes.
 */
export type WebhookEvent = z.infer<typeof eventSchema>;

const MAX_BODY_BYTES = 256 * 1024;

/**
 * Reads and checks a request that the platform pushed (docs/platform-api.md, chapter 12). The bytes are checked as they came, never
 * written anew.
 * @throws AppError `unauthorized` if no key has signed it, `malformed` if it is too long or not an event
 */
export async function readWebhook(
  request: Request,
  { keys, signed = 'either' }: WebhookOptions,
): Promise<WebhookEvent> {
  const body = await readBody(request.body, MAX_BODY_BYTES);
  if (body === null) throw new AppError('malformed', `The request has more than ${MAX_BODY_BYTES} bytes.`);
  const signature = decodeBase64(findHeader(request.headers, '-signature') ?? '');
  const timestamp = findHeader(request.headers, '-timestamp') ?? '';
  const timestamped = await new Blob([`${timestamp}.`, body]).arrayBuffer();
  const forms = { body: [body], timestamped: [timestamped], either: [body, timestamped] }[signed];
  if (signature === null || !(await isSigned(signature, forms, keys)))
    throw new AppError('unauthorized', 'No key has signed this request.');
  const result = eventSchema.safeParse(readJsonText(body));
  if (!result.success)
    throw new AppError('malformed', 'The request is not an event.', {
      problems: result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    });
  return result.data;
}

/** Header by the end of its name: the beginning is the carrier's. */
function findHeader(headers: Headers, end: string): string | undefined {
  return [...headers].find(([name]) => name.startsWith('x-') && name.endsWith(end))?.[1];
}

async function isSigned(
  signature: Uint8Array<ArrayBuffer>,
  forms: readonly BufferSource[],
  keys: readonly WebhookKey[],
): Promise<boolean> {
  for (const key of keys) {
    const imported = await importKey(key);
    for (const form of forms)
      // Web Crypto compares in constant time.
      if (await crypto.subtle.verify(imported.algorithm.name, imported, signature, form)) return true;
  }
  return false;
}

function importKey(key: WebhookKey): Promise<CryptoKey> {
  if ('secret' in key) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return crypto.subtle.importKey('raw', new TextEncoder().encode(key.secret), algorithm, false, ['verify']);
  }
  const der = decodeBase64(key.publicKey.replace(/-----[A-Z ]+-----|\s/g, ''));
  if (der === null) throw new AppError('settings_invalid', 'A public key is not in Base64.');
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  return crypto.subtle.importKey('spki', der, algorithm, false, ['verify']);
}
