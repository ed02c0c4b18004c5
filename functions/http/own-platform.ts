import type { AppToken } from '#platform/app-token.ts';
import type { AnswerLimits } from '#platform/read-body.ts';
import { createPlatform, type Platform } from '#platform/client.ts';
import type { AppError } from '#platform/errors.ts';
import { createUpstreamFetch, UPSTREAM_TIMEOUT_MS } from '#platform/fetch-upstream.ts';
import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { recordCalls, type ApiContext, type Services } from '../context.ts';
import { RefusedError } from './refusal.ts';

/**
 * Options for calls to the platform by this application itself, with its own token, within one
 * request.
 * @param limits of a response
 */
export function callAsItself(
  c: ApiContext,
  { settings, fetch, now }: Services,
  token: AppToken,
  limits: AnswerLimits,
) {
  const requestId = c.get('requestId');
  const record = recordCalls(c);
  return {
    bearer: token.asBearer(createTokenEndpoint(settings, fetch, now, requestId, record)),
    fetch: createUpstreamFetch(fetch, requestId, limits, record),
    timeoutMs: UPSTREAM_TIMEOUT_MS,
    // The caller retries; retrying here too would multiply the requests.
    retries: 0,
    now,
  };
}

/** The platform's operations, called by this application itself. */
export function createOwnPlatform(
  c: ApiContext,
  services: Services,
  token: AppToken,
  limits: AnswerLimits,
): Platform {
  const { bearer, ...calls } = callAsItself(c, services, token, limits);
  return createPlatform({ baseUrl: services.settings.addresses.base, auth: bearer, ...calls });
}

/** Error codes that mean that the platform doesn't allow this application an operation. */
const NOT_GRANTED: readonly string[] = ['login_failed', 'scope_missing', 'forbidden'];

/**
 * Converts the platform's refusal of an operation to a 503, since the caller can't change it.
 * @param refusal code and description of what isn't possible, and the missing scope
 * @returns the error itself if it has another cause
 */
export function explainNotGranted(
  error: AppError,
  { code, what, scope }: { code: string; what: string; scope: string },
): Error {
  if (!NOT_GRANTED.includes(error.code)) return error;
  return new RefusedError({
    status: 503,
    error: code,
    message: `${what}: the platform doesn’t grant this Droppoint the scope ${scope}. Its operator must request it from the carrier.`,
    detail: [error.code, ...error.problems].join(': '),
  });
}
