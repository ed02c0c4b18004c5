import { createAppBearer } from './app-token.ts';
import { createBoundFetch } from './read-body.ts';
import { checkAddress } from './check-address.ts';
import { AppError } from './errors.ts';
import type { OAuthClientSettings } from './oauth-client-settings.ts';
import { isSafeAddress } from './safe-address.ts';
import type { Bearer } from './request.ts';
import { PLATFORM_SCOPES } from './scopes.ts';

/** An application that acts on its own behalf. Its secret must never reach a page. */
export interface ClientCredentials extends Pick<OAuthClientSettings, 'clientId' | 'clientSecret'> {
  /** Origin of the token host: `https://api.example.com`. */
  origin: string;
  /** Default: `form`. Exactly one method per request is allowed. */
  clientAuth?: OAuthClientSettings['clientAuth'];
  /** Default: `plain`. */
  basicEncoding?: OAuthClientSettings['basicEncoding'];
  /** Default: all. The token host may refuse a request for a scope that the client doesn't have. */
  scopes?: readonly string[];
  fetch?: typeof fetch;
  now?: () => number;
}

const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Creates a source of the application's own tokens (docs/platform-api.md, chapter 5). It makes one request
 * at a time, and renews the token before it expires and once after a 401.
 * @throws AppError `settings_invalid` for a missing or invalid origin, id or secret. Its functions throw,
 *   with messages for staff: `login_failed` for wrong credentials, `scope_missing`, `network` and `timeout`
 *   after retries
 */
export function createClientCredentials(client: ClientCredentials): Bearer {
  const { clientAuth = 'form', basicEncoding = 'plain', now = Date.now } = client ?? {};
  const origin = checkAddress('origin', client?.origin);
  if (!isSafeAddress(new URL(origin)))
    throw new AppError(
      'settings_invalid',
      `origin must use https, because the secret is sent there: "${origin}".`,
    );
  const scopes = client.scopes ?? PLATFORM_SCOPES;
  const fetchNow = createBoundFetch(client.fetch, { maxBytes: MAX_ANSWER_BYTES });
  const bearer = createAppBearer(
    {
      clientId: requireText('clientId', client.clientId),
      clientSecret: requireText('clientSecret', client.clientSecret),
      clientAuth,
      basicEncoding,
      addresses: { auth: origin },
      issuer: new URL(origin).origin,
    },
    scopes.join(' '),
    { fetch: fetchNow, now },
  );
  const rethrow = (error: unknown): never => {
    throw explain(error, origin);
  };
  return {
    read: () => bearer.read().catch(rethrow),
    renew: (refusedToken) => bearer.renew(refusedToken).catch(rethrow),
  };
}

function requireText(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new AppError('settings_invalid', `${name} is empty: set its environment variable.`);
}

/** Rewrites a failure's message for a shop's staff. */
function explain(error: unknown, origin: string): unknown {
  if (!(error instanceof AppError)) return error;
  const sentence = chooseSentence(error, origin);
  return sentence === null ? error : new AppError(error.code, sentence, { ...error, cause: error });
}

function chooseSentence({ code, message, problems }: AppError, origin: string): string | null {
  const listed = problems.join(', ');
  switch (code) {
    case 'login_failed':
      return `The carrier refuses this client (${listed}). Check that clientId and clientSecret are right and belong to ${origin}.`;
    case 'scope_missing':
      return `The carrier doesn't grant this client ${listed}. Ask the carrier for it, or remove it from scopes.`;
    case 'malformed':
      return `The server at ${origin} isn't the carrier's token endpoint: ${listed || message}`;
    case 'network':
    case 'timeout':
    case 'unavailable':
    case 'rate_limited':
      return `Couldn't get a token from ${origin}: ${message}`;
    default:
      return null;
  }
}
