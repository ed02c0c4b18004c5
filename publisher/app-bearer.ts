import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { createAppToken } from '#platform/app-token.ts';
import type { PlatformClient } from '#platform/platform-client.ts';
import { AppError } from '#platform/errors.ts';
import { chooseWaitMs, LONGEST_RETRY_AFTER_MS, pause } from '#platform/back-off.ts';
import type { Bearer } from '#platform/request.ts';
import { shareUnderWay } from '#platform/share-under-way.ts';

const RETRIES = 3;

/**
 * The application's token for a whole walk. Concurrent callers share one token request; a request that fails with a retryable
 * error is repeated, so that a short outage of the token host doesn't fail the pages being fetched.
 * @throws AppError from its functions, see `createTokenEndpoint`; `aborted` by the signal
 */
export function createAppBearer(
  platform: PlatformClient,
  { fetch, now, wait = pause, signal }: BearerDependencies,
): Bearer {
  const appToken = createAppToken(platform.pointsScope, now);

  const ask = shareUnderWay(async (need: (bearer: Bearer) => Promise<string>) => {
    for (let attempt = 0; ; attempt++) {
      try {
        // A request id identifies one call, so each call has its own endpoint.
        const endpoint = createTokenEndpoint(platform, fetch, now, crypto.randomUUID());
        return await need(appToken.asBearer(endpoint));
      } catch (error) {
        if (!(error instanceof AppError) || !error.retryable || attempt >= RETRIES) throw error;
        const waitMs = error.retryAfterMs ?? chooseWaitMs(attempt, Math.random());
        if (waitMs > LONGEST_RETRY_AFTER_MS) throw error;
        await wait(waitMs, signal).catch((cause: unknown) => {
          throw new AppError('aborted', 'The request was given up.', { cause });
        });
      }
    }
  });

  return {
    read: () => ask((bearer) => bearer.read()),
    renew: (refusedToken) => ask((bearer) => bearer.renew(refusedToken)),
  };
}

export interface BearerDependencies {
  fetch: typeof fetch;
  now: () => number;
  wait?: typeof pause;
  signal?: AbortSignal | undefined;
}
