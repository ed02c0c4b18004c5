import { createAppBearer } from './app-bearer.ts';
import { createBoundFetch } from './bound-answer.ts';
import { checkAddress } from './check-address.ts';
import { AppError } from './errors.ts';
import type { PlatformClient } from './platform-client.ts';
import { isSafeAddress } from './safe-address.ts';
import { ASSUMED_PAGING } from './read-points-page.ts';
import type { Bearer } from './request.ts';
import { PLATFORM_SCOPES } from './scopes.ts';

/** An application that acts for itself. Its secret must not get into a page. */
export interface ClientCredentials extends Pick<PlatformClient, 'clientId' | 'clientSecret'> {
  /** Of the token host: `https://api.example.com`. */
  origin: string;
  /** `form` unless set; exactly one is allowed. */
  clientAuth?: PlatformClient['clientAuth'];
  /** `plain` unless set. */
  basicEncoding?: PlatformClient['basicEncoding'];
  /** All unless set. A request with a scope that the client doesn't have may be refused. */
  scopes?: readonly string[];
  fetch?: typeof fetch;
  now?: () => number;
}

const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Source of the application's own tokens (docs/platform-api.md, chapter 5): one request at a time, renewed before the token ends, and
 * once after a 401.
 * @throws AppError `settings_invalid` for an origin, id or secret that is missing or can't be. From its functions, in words for staff:
 *   `login_failed` for wrong credentials, `scope_missing`, `network` and `timeout` after retries
 */
export function createClientCredentials(client: ClientCredentials): Bearer {
  const { clientAuth = 'form', basicEncoding = 'plain', now = Date.now } = client ?? {};
  const origin = checkAddress('origin', client?.origin);
  if (!isSafeAddress(new URL(origin)))
    throw new AppError(
      'settings_invalid',
      `origin must be of https, since the secret is sent there: "${origin}".`,
    );
  const scopes = client.scopes ?? PLATFORM_SCOPES;
  const fetchNow = createBoundFetch(client.fetch, { maxBytes: MAX_ANSWER_BYTES });
  const bearer = createAppBearer(
    {
      clientId: requireText('clientId', client.clientId),
      clientSecret: requireText('clientSecret', client.clientSecret),
      clientAuth,
      basicEncoding,
      addresses: { base: origin, auth: origin, account: origin },
      issuer: new URL(origin).origin,
      paging: ASSUMED_PAGING,
      pointsScope: scopes.join(' '),
    },
    { fetch: fetchNow, now },
  );
  const inWords = (error: unknown): never => {
    throw explain(error, origin);
  };
  return {
    read: () => bearer.read().catch(inWords),
    renew: (refusedToken) => bearer.renew(refusedToken).catch(inWords),
  };
}

function requireText(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new AppError('settings_invalid', `${name} is empty: set its environment variable.`);
}

/** A failure in words for a shop's staff. */
function explain(error: unknown, origin: string): unknown {
  if (!(error instanceof AppError)) return error;
  const sentence = choose(error, origin);
  return sentence === null ? error : new AppError(error.code, sentence, { ...error, cause: error });
}

function choose({ code, message, problems }: AppError, origin: string): string | null {
  const listed = problems.join(', ');
  switch (code) {
    case 'login_failed':
      return `The carrier refuses this client (${listed}): are client id and secret right, and of the environment of ${origin}?`;
    case 'scope_missing':
      return `The carrier doesn't grant this client ${listed}: ask it for that, or leave it out of scopes.`;
    case 'malformed':
      return `What answers at ${origin} isn't the carrier's token endpoint: ${listed || message}`;
    case 'network':
    case 'timeout':
    case 'unavailable':
    case 'rate_limited':
      return `No token could be had from ${origin}: ${message}`;
    default:
      return null;
  }
}
