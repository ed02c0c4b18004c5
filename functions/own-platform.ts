import type { AppToken } from '#platform/app-token.ts';
import type { AnswerLimits } from '#platform/bound-answer.ts';
import { createPlatform, type Platform } from '#platform/client.ts';
import type { AppError } from '#platform/errors.ts';
import { createUpstreamFetch, UPSTREAM_TIMEOUT_MS } from '#platform/fetch-upstream.ts';
import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { recordCalls, type ApiContext, type Tools } from './context.ts';
import { RefusedError } from './refusal.ts';

/**
 * How this application itself calls the platform, with a token of its own, within one request.
 * @param limits of an answer
 */
export function callAsItself(
  c: ApiContext,
  { settings, fetch, now }: Tools,
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

/** The platform's operations, called in this way. */
export function createOwnPlatform(
  c: ApiContext,
  tools: Tools,
  token: AppToken,
  limits: AnswerLimits,
): Platform {
  const { bearer, ...calls } = callAsItself(c, tools, token, limits);
  return createPlatform({ baseUrl: tools.settings.addresses.base, auth: bearer, ...calls });
}

/** Codes of a platform that doesn't let this application do something. */
const NOT_GRANTED: readonly string[] = ['login_failed', 'scope_missing', 'forbidden'];

/**
 * Tells that the platform doesn't let this application do something: 503, since the caller can't change it.
 * @param refusal what is refused: its code, and in words
 * @returns the error itself, if it is about something else
 */
export function explainNotGranted(
  error: AppError,
  { code, what, scope }: { code: string; what: string; scope: string },
): Error {
  if (!NOT_GRANTED.includes(error.code)) return error;
  return new RefusedError({
    status: 503,
    error: code,
    message: `${what}: the platform doesn’t grant this Droppoint ${scope}. Its operator asks the carrier for it.`,
    detail: [error.code, ...error.problems].join(': '),
  });
}
