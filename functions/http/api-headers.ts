import type { ApiContext } from '../context.ts';

/**
 * Headers of every response below `/api`: no caching, framing, content sniffing or other origins.
 * Headers that a route has already set are kept.
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

/** One day; browsers cap it lower. */
const PREFLIGHT_CACHE_SECONDS = 86_400;

/** Lets pages of any origin read a response, errors included, with the headers needed to handle it. */
export function allowAnyOrigin(c: ApiContext): void {
  c.header('access-control-allow-origin', '*');
  c.header('access-control-expose-headers', 'retry-after, x-request-id');
}

/**
 * Answers a CORS preflight (Fetch §3.2.2). Any request header is allowed, though none is read, since shops' code often adds one
 * to all its requests. Credentials are never allowed.
 */
export function answerPreflight(c: ApiContext): Response {
  c.header('access-control-allow-methods', 'GET, HEAD');
  c.header('access-control-allow-headers', '*');
  c.header('access-control-max-age', String(PREFLIGHT_CACHE_SECONDS));
  return c.body(null, 204);
}
