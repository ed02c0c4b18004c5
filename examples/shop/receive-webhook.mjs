import { AppError, describeError, readWebhook } from '@droppoint/platform';

/** Statuses for errors in the request; any other error is ours. @type {Record<string, number>} */
const STATUSES = { unauthorized: 401, malformed: 400, network: 400 };

/**
 * Receives an event that the carrier pushed.
 * @param {import('node:http').IncomingMessage} incoming with its body unread, because the signature covers
 *   the bytes as received
 * @param {string} secret
 * @returns {Promise<{status: number, event: import('@droppoint/platform').WebhookEvent | null}>} with the
 *   status to answer; anything but 200 makes the carrier try again
 */
export async function receiveWebhook(incoming, secret) {
  try {
    return { status: 200, event: await readWebhook(incoming, { keys: [{ secret }] }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(`Refused a webhook. ${describeError(error)}`);
    return { status: STATUSES[error.code] ?? 500, event: null };
  }
}
