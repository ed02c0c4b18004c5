import { IN_FLIGHT, once } from '../async/once.ts';
import type { OAuthClientSettings } from './oauth-client-settings.ts';
import { createTokenEndpoint } from './token-endpoint.ts';
import { createAppToken } from './app-token.ts';
import { retry, type RetryOptions } from './back-off.ts';
import type { Bearer } from './request.ts';

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
