import { AppError } from './errors.ts';
import type { Bearer } from './request.ts';
import { findMissingScopes, parseScopes } from './scopes.ts';
import { shareCall, type SharedCall } from './shared-call.ts';
import type { TokenEndpoint } from './token-endpoint.ts';

/** The application's own token, with which lists for anonymous shoppers are read. It never leaves the server. */
export type AppToken = ReturnType<typeof createAppToken>;

/** A token is renewed this long before it expires, or at nine tenths of its lifetime if that is later. */
const RENEW_AHEAD_SECONDS = 60;
/**
 * A token that is refused is renewed at most this often: a call that the platform refuses with any token, as for a parcel of somebody else,
 * would ask it for a token each time.
 */
const RENEWED_AT_MOST_EVERY_MS = 10_000;

/** Keeps one token for all requests; one of the requests that need it renews it. */
export function createAppToken(scope: string, now: () => number) {
  let renewedAtMs: number | null = null;
  let kept: { token: string; renewAtMs: number } | null = null;
  /** The request under way, if there is one. */
  const underWay = new Map<string, SharedCall<string>>();

  async function obtain(tokenEndpoint: TokenEndpoint): Promise<string> {
    const grant = await tokenEndpoint.grantToClient(scope).catch((error: unknown) => {
      throw asOwnFault(error);
    });
    // No scope in the response means: as requested (RFC 6749 §5.1).
    const missing = findMissingScopes(parseScopes(grant.scope ?? scope), parseScopes(scope));
    if (missing.length > 0) {
      throw new AppError('scope_missing', 'The application was not granted what it asked for.', {
        problems: missing,
      });
    }
    const aheadSeconds = Math.min(RENEW_AHEAD_SECONDS, grant.expiresInSeconds / 10);
    kept = { token: grant.accessToken, renewAtMs: now() + (grant.expiresInSeconds - aheadSeconds) * 1000 };
    underWay.clear();
    return kept.token;
  }

  const obtainOnce = (tokenEndpoint: TokenEndpoint) =>
    shareCall(underWay, scope, now, () => obtain(tokenEndpoint));

  return {
    /** @param tokenEndpoint of the current request */
    asBearer: (tokenEndpoint: TokenEndpoint): Bearer => ({
      read: () =>
        kept !== null && now() < kept.renewAtMs ? Promise.resolve(kept.token) : obtainOnce(tokenEndpoint),
      renew: (refusedToken) => {
        // Another request may have renewed it in the meantime.
        if (kept !== null && kept.token !== refusedToken) return Promise.resolve(kept.token);
        const sinceMs = renewedAtMs === null ? Infinity : now() - renewedAtMs;
        if (kept !== null && sinceMs >= 0 && sinceMs < RENEWED_AT_MOST_EVERY_MS)
          return Promise.resolve(kept.token);
        kept = null;
        renewedAtMs = now();
        return obtainOnce(tokenEndpoint);
      },
    }),
  };
}

/** Shoppers have no session that could end, so `invalid_grant` is an error of our settings or of the platform. */
function asOwnFault(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'session_ended') return error;
  return new AppError('login_failed', error.message, { problems: ['invalid_grant'], cause: error });
}
