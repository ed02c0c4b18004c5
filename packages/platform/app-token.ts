import { AppError } from './errors.ts';
import type { Bearer } from './request.ts';
import { findMissingScopes, parseScopes } from './scopes.ts';
import { shareCall, type SharedCall } from '../async/shared-call.ts';
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts';
import { IN_FLIGHT, once } from '../async/once.ts';
import type { OAuthClientSettings } from './oauth-client-settings.ts';
import { retry, type RetryOptions } from './back-off.ts';

/** The application's own token, used to read lists for anonymous shoppers. It never leaves the server. */
export type AppToken = ReturnType<typeof createAppToken>;

/** Renew a token this long before it expires, or at nine tenths of its lifetime if that is later. */
const RENEW_AHEAD_SECONDS = 60;
/**
 * Renew a refused token at most this often. Otherwise a call that the platform refuses whatever the
 * token, such as one for another sender's parcel, would request a new token each time.
 */
const RENEWED_AT_MOST_EVERY_MS = 10_000;

/** Caches one token for all requests; one of the requests that need it renews it. */
export function createAppToken(scope: string, now: () => number) {
  let renewedAtMs: number | null = null;
  let cached: { token: string; renewAtMs: number } | null = null;
  /** The token request in flight, if there is one. */
  const underWay = new Map<string, SharedCall<string>>();

  async function obtain(tokenEndpoint: TokenEndpoint): Promise<string> {
    const grant = await tokenEndpoint.grantToClient(scope).catch((error: unknown) => {
      throw toLoginFailure(error);
    });
    // A response without a scope grants what was requested (RFC 6749 §5.1).
    const missing = findMissingScopes(parseScopes(grant.scope ?? scope), parseScopes(scope));
    if (missing.length > 0) {
      throw new AppError('scope_missing', 'The application was not granted all requested scopes.', {
        problems: missing,
      });
    }
    const aheadSeconds = Math.min(RENEW_AHEAD_SECONDS, grant.expiresInSeconds / 10);
    cached = { token: grant.accessToken, renewAtMs: now() + (grant.expiresInSeconds - aheadSeconds) * 1000 };
    underWay.clear();
    return cached.token;
  }

  const obtainOnce = (tokenEndpoint: TokenEndpoint) =>
    shareCall(underWay, scope, now, () => obtain(tokenEndpoint));

  return {
    /** @param tokenEndpoint of the current request */
    asBearer: (tokenEndpoint: TokenEndpoint): Bearer => ({
      read: () =>
        cached !== null && now() < cached.renewAtMs
          ? Promise.resolve(cached.token)
          : obtainOnce(tokenEndpoint),
      renew: (refusedToken) => {
        // Another request may have renewed it in the meantime.
        if (cached !== null && cached.token !== refusedToken) return Promise.resolve(cached.token);
        const sinceMs = renewedAtMs === null ? Infinity : now() - renewedAtMs;
        if (cached !== null && sinceMs >= 0 && sinceMs < RENEWED_AT_MOST_EVERY_MS)
          return Promise.resolve(cached.token);
        cached = null;
        renewedAtMs = now();
        return obtainOnce(tokenEndpoint);
      },
    }),
  };
}

/**
 * Shoppers have no session that could end, so `invalid_grant` means wrong settings or a fault of the
 * platform.
 */
function toLoginFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'session_ended') return error;
  return new AppError('login_failed', error.message, { problems: ['invalid_grant'], cause: error });
}

/**
 * Creates the source of the application's token for a whole crawl. Concurrent callers share one token
 * request. A request that fails with a retryable error is repeated, so that a short outage of the token
 * host doesn't fail the pages being fetched.
 * @param scope space-separated
 * @throws AppError from its functions, see `createTokenEndpoint`; `aborted` by the signal
 */
export function createAppBearer(
  client: OAuthClientSettings,
  scope: string,
  { fetch, now, ...retrying }: BearerDependencies,
): Bearer {
  const appToken = createAppToken(scope, now);
  const requestToken = once(
    (obtain: (bearer: Bearer) => Promise<string>) =>
      retry(() => {
        // A request id identifies one call, so each call gets its own endpoint.
        const endpoint = createTokenEndpoint(client, fetch, now, crypto.randomUUID());
        return obtain(appToken.asBearer(endpoint));
      }, retrying),
    IN_FLIGHT,
  );

  return {
    read: () => requestToken((bearer) => bearer.read()),
    renew: (refusedToken) => requestToken((bearer) => bearer.renew(refusedToken)),
  };
}

export interface BearerDependencies extends Pick<RetryOptions, 'wait' | 'signal'> {
  fetch: typeof fetch;
  now: () => number;
}
