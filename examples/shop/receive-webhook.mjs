import { Readable } from 'node:stream';
import { AppError, readWebhook } from '@droppoint/platform';

/**
 * Receives an event that the carrier pushed.
 * @param {import('node:http').IncomingMessage} incoming with its body unread: the signature is over the bytes as they came
 * @param {string} secret
 * @returns {Promise<{status: number, event: import('@droppoint/platform').WebhookEvent | null}>} with the status to answer: anything but
 *   200 makes the carrier try again
 */
export async function receiveWebhook(incoming, secret) {
  const request = new Request('http://shop', {
    method: 'POST',
    headers: /** @type {Record<string, string>} */ (incoming.headers),
    body: /** @type {ReadableStream} */ (Readable.toWeb(incoming)),
    // Without it Node takes no stream.
    ...{ duplex: 'half' },
  });
  try {
    return { status: 200, event: await readWebhook(request, { keys: [{ secret }] }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(`A webhook was refused: ${error.code}`);
    return { status: error.code === 'unauthorized' ? 401 : 400, event: null };
  }
}
