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
