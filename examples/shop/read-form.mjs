const MAX_FORM_BYTES = 16 * 1024;

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<URLSearchParams | null>} null if it is too long
 */
export async function readForm(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (request)) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
