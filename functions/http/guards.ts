import { refuse, RefusedError } from './refusal.ts';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { readBody } from '#platform/read-body.ts';
import { BEARER_TOKEN } from '#platform/token-endpoint.ts';

/**
 * The permitted callers of a route.
 * - `anyone`: no condition.
 * - `own-site`: not pages of other origins, in browsers that send Sec-Fetch-Site.
 * - `own-page`: only scripts of our own pages. Other origins need a preflight for the custom
 *   header, which is never granted here.
 * - `own-page-writing`: as `own-page`, and `Origin` must be our origin.
 */
export type Guard = 'anyone' | 'own-site' | 'own-page' | 'own-page-writing';

/** Whether the request's headers satisfy a guard. */
export function isAllowed(guard: Guard, headers: Headers, appOrigin: string): boolean {
  if (guard === 'anyone') return true;
  const site = headers.get('sec-fetch-site');
  const allowedSites = guard === 'own-site' ? [null, 'same-origin', 'none'] : [null, 'same-origin'];
  if (!allowedSites.includes(site)) return false;
  if (guard === 'own-site') return true;
  if (headers.get('x-requested-with') !== 'droppoint') return false;
  return guard === 'own-page' || headers.get('origin') === appOrigin;
}

/** Whether the browser states that a page of another origin sent the request; other origins of the same site count as foreign. */
export function isFromForeignPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}

/** Accepted request identifiers: no line breaks, no markup, limited length. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's request identifier if it is acceptable, else a new UUID (docs/platform-api.md, chapter 4). */
export function chooseRequestId(sent: string | null | undefined): string {
  return sent && ACCEPTABLE.test(sent) ? sent : crypto.randomUUID();
}

/** `Bearer` and a token (RFC 6750 §2.1) of limited length. */
const BEARER = new RegExp(`^Bearer ${BEARER_TOKEN}$`);

/** @throws RefusedError 401 when the header is missing or isn't a bearer token */
export function readBearer(header: string | undefined): string {
  if (header === undefined || !BEARER.test(header)) throw refuseToken();
  return header;
}

/** Makes our pages refresh their session, or log in again if it has ended. */
export function refuseToken(): RefusedError {
  return refuse(
    401,
    'invalid_token',
    'This call needs a login: send its access token as a bearer token, with its session’s cookie.',
  );
}

const CLIENT_CLOSED_REQUEST = 499 as ContentfulStatusCode;

/**
 * Reads a request's body as text.
 * @throws RefusedError 415 for another media type, 413 for too many bytes, 499 if the client aborts it, 400 if it isn't UTF-8
 */
export async function readRequestText(
  request: Request,
  mediaType: string,
  maxBytes: number,
): Promise<string> {
  const sentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sentType !== mediaType) throw refuse(415, 'invalid_request', `The body must be ${mediaType}.`);
  const bytes = await readBytes(request, maxBytes).catch((cause: unknown) => {
    // For the log only, since the client is gone. HTTP defines no status for this; nginx uses this
    // one.
    throw new RefusedError({
      status: CLIENT_CLOSED_REQUEST,
      error: 'client_closed_request',
      detail: cause instanceof Error ? cause.name : 'the body was cut off',
    });
  });
  if (bytes === null)
    throw refuse(413, 'invalid_request', `The body must not be longer than ${maxBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse(400, 'invalid_request', 'The body is not UTF-8 text.');
  }
}

/**
 * Reads a body with an acceptable Content-Length in one piece: HTTP/1.1 ends the body there, and
 * HTTP/2 refuses any other length (RFC 9112 §6.2, RFC 9113 §8.1.1). Reading it as a stream, like
 * other bodies, would cost 0.1 ms.
 * @returns null if it exceeds the limit
 */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const { headers } = request;
  const declared = headers.get('content-length') ?? '';
  const isShort = /^\d+$/.test(declared) && Number(declared) <= maxBytes;
  if (!isShort || headers.has('transfer-encoding')) return readBody(request.body, maxBytes);
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > maxBytes ? null : new Uint8Array(bytes);
}
