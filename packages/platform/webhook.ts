import * as z from 'zod/mini';
import { AppError } from './errors.ts';
import { readJsonText } from './json-text.ts';
import { importKeys, type WebhookKey } from './webhook-keys.ts';
import { readRequest, type WebhookRequest } from './webhook-request.ts';
import { findSignatures, findSignedForm, type Signed } from './webhook-signature.ts';

export interface WebhookOptions {
  /**
   * Any of them may have signed, so that keys can be replaced without a gap. A refusal lists unusable keys
   * in its `problems`.
   */
  keys: WebhookKey | readonly WebhookKey[];
  /**
   * The signed content: the body, or the time, a dot, and the body. The carrier sets it for each
   * client; `either`, the default, tries both. With `body`, the time and the ids in the headers aren't
   * protected.
   */
  signed?: Signed;
  /**
   * Full name of the signature's header, `x-…-signature` with the carrier's name; the time is in
   * `x-…-timestamp`. Default: try every header with such a name.
   */
  signatureHeader?: string;
  /**
   * Maximum age of an event whose time is signed, in milliseconds. Default: a week, because it
   * isn't known how late the carrier may be; it retries for 36 minutes. Doesn't apply if the time
   * isn't signed.
   */
  maxAgeMs?: number;
  /** For tests: milliseconds since 1970. */
  now?: () => number;
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
 * An event that the platform pushed. It may come twice, late, or after a later one: store each `eventId`
 * once, and sort by `timestamp`. Answer 200 for unknown parcels too, or the platform retries for 36
 * minutes.
 */
export type WebhookEvent = z.infer<typeof eventSchema>;

const MAX_AGE_MS = 7 * 24 * 3_600_000;

/**
 * Reads and verifies a request that the platform pushed (docs/platform-api.md, chapter 12). It verifies the
 * bytes as received and never serializes them again.
 * @param request with its body unread, or with the body's bytes
 * @throws AppError `settings_invalid` if no key is usable or the body was parsed: log it and answer 500;
 *   `unauthorized` if no key signed it, or too long ago: answer 401; `malformed` if it is too long or not
 *   an event: answer 400
 */
export async function readWebhook(request: WebhookRequest, options: WebhookOptions): Promise<WebhookEvent> {
  const { signed = 'either', signatureHeader, maxAgeMs = MAX_AGE_MS, now = Date.now } = options ?? {};
  const { keys, problems } = await importKeys(options?.keys);
  const { headers, body } = await readRequest(request);
  const signatures = findSignatures(headers, signatureHeader);
  const refuse = (message: string) => new AppError('unauthorized', message, { problems });
  if (signatures.length === 0)
    throw refuse(`The request has no signature in a header ${signatureHeader ?? 'x-…-signature'}.`);
  for (const signature of signatures) {
    const form = await findSignedForm(signature, body, signed, keys);
    if (form === null) continue;
    if (form === 'timestamped' && now() - timeOf(signature.timestamp) > maxAgeMs)
      throw refuse(`The request was signed at ${signature.timestamp}, which is too long ago.`);
    return readEvent(body);
  }
  throw refuse('None of the keys signed this request.');
}

/** @throws AppError `malformed` */
function timeOf(timestamp: string): number {
  const timeMs = Date.parse(timestamp);
  if (!Number.isNaN(timeMs)) return timeMs;
  throw new AppError('malformed', 'The signed time is not in ISO 8601.');
}

/** @throws AppError `malformed` */
function readEvent(body: Uint8Array): WebhookEvent {
  const result = eventSchema.safeParse(readJsonText(body));
  if (result.success) return result.data;
  throw new AppError('malformed', 'The request is not an event.', {
    problems: result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  });
}
