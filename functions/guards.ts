import { refuse } from './refusal.ts';
/**
 * Who may call a route.
 * - `anyone`: no condition.
 * - `own-site`: no page of another site, as far as the browser tells (Sec-Fetch-Site).
 * - `own-page`: only our own pages' scripts, which alone can send the custom header without a preflight that we never answer.
 * - `own-page-writing`: the same, and the browser must name our origin.
 */
export type Guard = 'anyone' | 'own-site' | 'own-page' | 'own-page-writing';

/** Whether a caller may call a route, as far as its headers tell. */
export function isAllowed(guard: Guard, headers: Headers, appOrigin: string): boolean {
  if (guard === 'anyone') return true;
  const site = headers.get('sec-fetch-site');
  const allowedSites = guard === 'own-site' ? [null, 'same-origin', 'none'] : [null, 'same-origin'];
  if (!allowedSites.includes(site)) return false;
  if (guard === 'own-site') return true;
  if (headers.get('x-requested-with') !== 'droppoint') return false;
  return guard === 'own-page' || headers.get('origin') === appOrigin;
}

/** Whether a browser says that a page of another origin asks: a neighbour on our own domain is a stranger too. */
export function isAskedByForeignPage(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}

/** What we accept as an identifier from outside: no line breaks, no mark-up, nothing long enough to hide things in. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/;

/** The caller's own request identifier where it is harmless, else a fresh UUID (docs/platform-api.md, chapter 4). */
export function chooseRequestId(sent: string | null | undefined): string {
  return sent && ACCEPTABLE.test(sent) ? sent : crypto.randomUUID();
}

/** `Bearer` and a token of RFC 6750 §2.1, of a length that fits any header. */
const BEARER = /^Bearer [A-Za-z0-9._~+/-]{1,16000}=*$/;

/** @throws RefusedError 401 when the header is missing or isn't a bearer token */
export function readBearer(header: string | undefined): string {
  if (header === undefined || !BEARER.test(header)) {
    throw refuse(401, 'invalid_token', 'This call needs a login: send its access token as a bearer token.');
  }
  return header;
}
