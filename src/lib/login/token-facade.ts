import * as oauth from 'oauth4webapi';
import { accountSchema, type Account, refusalSchema } from '#contract/function-answers.ts';
import type { LoginSettings } from '#contract/login-settings.ts';
import { AppError, codeOfStatus, type ErrorCode } from '#platform/errors.ts';
import { parseRetryAfterMs } from '#platform/back-off.ts';
import { parseScopes } from '#platform/scopes.ts';

/** An access token, which the browser keeps in memory only. */
export interface Grant {
  accessToken: string;
  expiresInSeconds: number;
  scopes: readonly string[];
  /** Account that the token belongs to. */
  account: Account;
}

const TIMEOUT_MS = 20_000;

/** A header that forms and links can't send. The function requires it of our own pages. */
export const OWN_PAGE_HEADERS = { 'x-requested-with': 'droppoint' };

export type TokenFacade = ReturnType<typeof createTokenFacade>;

/** Client of the function's facade, which replaces the platform's token endpoint for browsers (RFC 10017 §6.2). */
export function createTokenFacade({ clientId, redirectUri, scope }: LoginSettings, origin: string) {
  const server: oauth.AuthorizationServer = { issuer: origin, token_endpoint: `${origin}/api/oauth/token` };
  const client: oauth.Client = { client_id: clientId };
  const options = (headers: Record<string, string> = {}) => ({
    headers: { ...OWN_PAGE_HEADERS, ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // http is for this machine only: the function refuses to start with any other origin without https.
    [oauth.allowInsecureRequests]: origin.startsWith('http:'),
    // Completes even if the page is left: only the answer's cookie holds the refresh token if it was rotated.
    [oauth.customFetch]: (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }),
  });

  return {
    /**
     * Exchanges a checked callback for a token (RFC 6749 §4.1.3, RFC 7636 §4.5).
     * @param parameters what `validateAuthResponse` returned
     */
    exchangeCode(parameters: URLSearchParams, codeVerifier: string): Promise<Grant> {
      return readGrant(scope, 'login_failed', async () => {
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          oauth.None(),
          parameters,
          redirectUri,
          codeVerifier,
          options(),
        );
        return oauth.processAuthorizationCodeResponse(server, client, response);
      });
    },

    /**
     * Requests the session's token. The refresh token is in the sealed cookie, which only the function
     * can read.
     * @param force whether to replace a token that hasn't expired, because the platform rejected it.
     *   Without it, the function answers 204 instead of an error if there is no session
     */
    refresh(force: boolean): Promise<Grant> {
      return readGrant(scope, 'session_ended', async () => {
        const response = await oauth.genericTokenEndpointRequest(
          server,
          client,
          oauth.None(),
          'refresh_token',
          {},
          options(force ? { 'x-token-refresh': 'force' } : { 'x-session': 'if-any' }),
        );
        if (response.status === 204) throw new AppError('session_ended', 'There is no session.');
        return oauth.processRefreshTokenResponse(server, client, response);
      });
    },

    /** Ends the session: the function clears the cookie. */
    async endSession(): Promise<void> {
      const request = { method: 'POST', headers: OWN_PAGE_HEADERS, keepalive: true };
      const response = await fetch(`${origin}/api/oauth/logout`, request).catch((cause: unknown) => {
        throw new AppError('network', 'The logout request got no answer.', { cause });
      });
      if (!response.ok) throw await readRefusal(response);
    },
  };
}

async function readGrant(
  requestedScope: string,
  refusedCode: ErrorCode,
  request: () => Promise<oauth.TokenEndpointResponse>,
): Promise<Grant> {
  try {
    const answer = await request();
    if (answer.expires_in === undefined) {
      throw new AppError('malformed', 'The token answer has no expires_in.', { problems: ['expires_in'] });
    }
    const account = accountSchema.safeParse(answer['account']);
    if (!account.success) {
      throw new AppError('malformed', 'The token answer has no valid account.', { problems: ['account'] });
    }
    return {
      accessToken: answer.access_token,
      expiresInSeconds: answer.expires_in,
      // RFC 6749 §5.1: without a scope in the answer, all requested scopes were granted.
      scopes: parseScopes(answer.scope ?? requestedScope),
      account: account.data,
    };
  } catch (cause) {
    throw await readFailure(cause, refusedCode);
  }
}

async function readFailure(cause: unknown, refusedCode: ErrorCode): Promise<AppError> {
  if (cause instanceof AppError) return cause;
  if (cause instanceof oauth.ResponseBodyError) {
    const code = cause.error === 'invalid_grant' ? refusedCode : codeOf(cause.status);
    return refusal(
      code,
      `The token endpoint refused the request: ${cause.error}.`,
      cause.response,
      cause.cause,
    );
  }
  if (cause instanceof oauth.OperationProcessingError && cause.cause instanceof Response) {
    return readRefusal(cause.cause);
  }
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new AppError('timeout', 'The token endpoint did not answer in time.', { cause });
  }
  if (cause instanceof TypeError)
    return new AppError('network', 'The token endpoint did not answer.', { cause });
  return new AppError('malformed', "The token endpoint's answer can't be read.", { cause });
}

async function readRefusal(response: Response): Promise<AppError> {
  const body: unknown = response.bodyUsed ? null : await response.json().catch(() => null);
  const code = response.ok ? 'malformed' : codeOf(response.status);
  return refusal(code, 'The token endpoint refused the request.', response, body);
}

/** @param body contains the request id if the function answered with an error; otherwise the headers may */
const refusal = (code: ErrorCode, message: string, { status, headers }: Response, body: unknown) =>
  new AppError(code, message, {
    status,
    retryAfterMs: parseRetryAfterMs(headers.get('retry-after'), Date.now()),
    requestId: refusalSchema.safeParse(body).data?.request_id || headers.get('x-request-id') || undefined,
  });

const codeOf = (status: number) => codeOfStatus(status, { 403: 'forbidden' }, 'login_failed');
