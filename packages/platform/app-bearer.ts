import { createTokenEndpoint } from './token-endpoint.ts';
import { createAppToken } from './app-token.ts';
import type { PlatformClient } from './platform-client.ts';
import { retry, type RetryOptions } from './back-off.ts';
import type { Bearer } from './request.ts';
import { shareUnderWay } from './share-under-way.ts';

/**
 * The application's token for a whole walk. Concurrent callers share one token request; a request that fails with a retryable
 * error is repeated, so that a short outage of the token host doesn't fail the pages being fetched.
 * @throws AppError from its functions, see `createTokenEndpoint`; `aborted` by the signal
 */
export function createAppBearer(
  platform: PlatformClient,
  { fetch, now, ...retrying }: BearerDependencies,
): Bearer {
  const appToken = createAppToken(platform.pointsScope, now);
  const ask = shareUnderWay((need: (bearer: Bearer) => Promise<string>) =>
    retry(() => {
      // A request id identifies one call, so each call has its own endpoint.
      const endpoint = createTokenEndpoint(platform, fetch, now, crypto.randomUUID());
      return need(appToken.asBearer(endpoint));
    }, retrying),
  );

  return {
    read: () => ask((bearer) => bearer.read()),
    renew: (refusedToken) => ask((bearer) => bearer.renew(refusedToken)),
  };
}

export interface BearerDependencies extends Pick<RetryOptions, 'wait' | 'signal'> {
  fetch: typeof fetch;
  now: () => number;
}
