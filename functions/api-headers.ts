import type { ApiContext } from './context.ts';

/**
 * Headers of every answer below `/api`: nothing there is for caching, framing, sniffing or for other origins.
 * A route that may be cached says so itself, before these are filled in.
 */
const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export function addApiHeaders(headers: Headers, strictTransport: string | null): void {
  for (const [name, value] of Object.entries(API_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (strictTransport !== null) headers.set('strict-transport-security', strictTransport);
}

/** A day; browsers keep it for less. */
const PREFLIGHT_KEPT_SECONDS = 86_400;

/** Lets pages of every origin read an answer, errors included, and the headers that help with one. */
export function shareAnswer(c: ApiContext): void {
  c.header('access-control-allow-origin', '*');
  c.header('access-control-expose-headers', 'retry-after, x-request-id');
}

/**
 * What a browser asks before a request with headers of a page's own (Fetch §3.2.2). Any header may come, and none is read: a shop's code often
 * adds one to all its requests. Credentials never may.
 */
export function answerPreflight(c: ApiContext): Response {
  c.header('access-control-allow-methods', 'GET, HEAD');
  c.header('access-control-allow-headers', '*');
  c.header('access-control-max-age', String(PREFLIGHT_KEPT_SECONDS));
  return c.body(null, 204);
}
