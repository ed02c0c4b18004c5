import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Longer than the time that the function waits for the platform. */
const PATIENCE_MS = 20_000;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export interface Question {
  method?: 'GET' | 'POST';
  headers?: OutgoingHttpHeaders;
  body?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Uncompressed. */
  bytes: Buffer;
}

/** Number of requests that were sent again, by host. */
export const sentAgain = new Map<string, number>();

/**
 * Sends a request as a browser does: accepts compressed responses, and if a kept-alive connection turns out to be closed, sends the
 * request again (Chromium does so for every method, RFC 9112 §9.3.1). @throws if there is no complete response
 */
export function sendAsBrowser(url: string, question: Question = {}): Promise<Answer> {
  return send(url, question).catch((error: unknown) => {
    if (!(error instanceof KeepAliveConnectionClosed)) throw error;
    const { host } = new URL(url);
    sentAgain.set(host, (sentAgain.get(host) ?? 0) + 1);
    return send(url, question, false);
  });
}

class KeepAliveConnectionClosed extends Error {}

/**
 * The response of Wrangler's development proxy if its own kept-alive connection to workerd turns out to be closed. A POST may have been
 * carried out by then, so sending it again could hide that a shipment was created twice.
 */
const PROXY_LOST_CONNECTION = 'Your worker restarted mid-request';

/** @param over the agent with kept-alive connections; false for a new connection, since the others may be closed as well */
function send(
  url: string,
  { method = 'GET', headers = {}, body }: Question,
  over: Agent | false = agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method,
      agent: over,
      timeout: PATIENCE_MS,
      headers: {
        'accept-encoding': 'br, gzip',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
    });
    call.once('timeout', () => call.destroy(new Error(`no response within ${PATIENCE_MS} ms`)));
    call.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        call.reusedSocket && error.code === 'ECONNRESET'
          ? new KeepAliveConnectionClosed(error.message)
          : error,
      ),
    );
    call.once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        try {
          const bytes = unpack(Buffer.concat(parts), answer.headers['content-encoding']);
          const { statusCode: status = 0, headers } = answer;
          if (method === 'GET' && status === 503 && bytes.toString().startsWith(PROXY_LOST_CONNECTION))
            throw new KeepAliveConnectionClosed(PROXY_LOST_CONNECTION);
          resolve({ status, headers, bytes });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    call.end(body);
  });
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** @returns null if the response isn't JSON */
export function parseJson({ bytes }: Answer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
