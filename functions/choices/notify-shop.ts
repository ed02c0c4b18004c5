import { encodeBase64, signText } from '#platform/signed-text.ts';
import { readBounded } from '#platform/read-body.ts';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import { isLoopback } from '#platform/safe-address.ts';
import { withinTime } from '#platform/within-time.ts';
import type { PointOrder } from '#contract/point-order.ts';
import type { Services } from '../context.ts';

/** Short, because the customer waits for it. */
const ANSWER_WITHIN_MS = 5_000;
const MAX_ANSWER_BYTES = 4 * 1024;
const MAX_MESSAGE = 300;
/** The shop's answer that the point can't be changed any more. */
const CONFLICT = 409;

interface Notification {
  address: string;
  /** The shop's secret that signed the link, which signs the notification too. */
  secret: string;
  orderNumber: string;
  result: string;
  /** ISO 8601. */
  chosenAt: string;
}

/**
 * Posts a choice to the shop's server, as an event that `readWebhook` reads. It follows no redirect. Only a
 * Droppoint on a developer's own machine sends it to that machine.
 * @returns the shop's answer; null if the shop neither accepted nor refused the choice
 */
export async function notifyShop(
  { address, secret, orderNumber, result, chosenAt }: Notification,
  { fetch, settings }: Services,
): Promise<PointOrder['shop']> {
  if (isOwn(address) && !isOwn(settings.appOrigin)) return null;
  const body = JSON.stringify({
    eventId: crypto.randomUUID(),
    eventCode: 'point_chosen',
    timestamp: chosenAt,
    // There is no parcel yet.
    trackingNumber: '',
    customerReference: orderNumber,
    result,
  });
  const headers = {
    'content-type': 'application/json',
    'x-droppoint-timestamp': chosenAt,
    'x-droppoint-signature': encodeBase64(await signText(`${chosenAt}.${body}`, secret)),
  };
  try {
    const { status, bytes } = await withinTime(ANSWER_WITHIN_MS, async (signal) =>
      readBounded(await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal }), {
        maxBytes: MAX_ANSWER_BYTES,
        isBytes: true,
      }),
    );
    const isAccepted = status >= 200 && status < 300;
    return isAccepted || status === CONFLICT ? { isAccepted, message: readMessage(bytes) } : null;
  } catch {
    // The customer's browser brings the result too.
    return null;
  }
}

/** Names below `localhost` are this machine's too (RFC 6761 §6.3). */
function isOwn(address: string): boolean {
  const { hostname } = new URL(address);
  return isLoopback(hostname) || /(^|\.)localhost\.?$/.test(hostname);
}

function readMessage(bytes: Uint8Array): string | null {
  const answer = readJsonText(bytes);
  const message = isJsonObject(answer) ? answer['message'] : null;
  return typeof message === 'string' && message.trim() !== '' ? message.trim().slice(0, MAX_MESSAGE) : null;
}
