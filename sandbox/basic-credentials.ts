import type { SandboxSettings } from './settings.ts';

const BASIC = /^basic +([A-Za-z0-9+/=_-]+)$/i;

/**
 * Translates the platform's Basic header, plain `BASE64(client_id:client_secret)`
 * (docs/platform-api.md, chapter 5 "Client authentication"), into the percent-encoded form the
 * OAuth server expects (RFC 6749 §2.3.1).
 * - `plain`: the header is read as plain, so an encoded secret is a wrong secret.
 * - `rfc6749`: the header is returned unchanged.
 * - `both`: this client's exact plain pair is translated, anything else returned unchanged. Both
 * forms need the secret, so accepting both is safe. Any other header is returned unchanged, and the
 * OAuth server refuses it.
 */
export function translateBasicHeader(
  header: string,
  { basic: form, clientId, clientSecret }: SandboxSettings,
): string {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined || form === 'rfc6749') return header;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  if (pair === `${clientId}:${clientSecret}`) return makeEncodedHeader(clientId, clientSecret);
  const colon = pair.indexOf(':');
  if (form === 'both' || colon === -1) return header;
  return makeEncodedHeader(pair.slice(0, colon), pair.slice(colon + 1));
}

function makeEncodedHeader(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
