import * as oauth from 'oauth4webapi';
import { createUpstreamFetch, type RecordCall } from './fetch-upstream.ts';
import type { OAuthClientSettings } from './oauth-client-settings.ts';
import { isLoopback } from './safe-address.ts';
import { AppError, codeOfStatus } from './errors.ts';
import { parseRetryAfterMs } from './back-off.ts';

/** The platform's token endpoint, for one inbound request. */
export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;
type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials';

const MAX_ANSWER_BYTES = 256 * 1024;

/** The platform doesn't document the algorithm that signs id tokens. */
const ID_TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];

/** @throws AppError from each of its functions, see `readTokenSet` and `createUpstreamFetch` */
export function createTokenEndpoint(
  settings: OAuthClientSettings,
  fetchNow: typeof fetch,
  now: () => number,
  requestId: string,
  record: RecordCall = () => undefined,
) {
  const as: oauth.AuthorizationServer = {
    issuer: settings.issuer,
    token_endpoint: `${settings.addresses.auth}/oauth2/token`,
    id_token_signing_alg_values_supported: ID_TOKEN_ALGORITHMS,
  };
  const client: oauth.Client = { client_id: settings.clientId };
  const allowInsecure = isLoopback(new URL(settings.addresses.auth).hostname);

  async function requestToken(
    grant: GrantType,
    parameters: Record<string, string>,
    process: typeof oauth.processRefreshTokenResponse,
  ): Promise<TokenSet> {
    const { scope } = parameters;
    const recordGrant: RecordCall = (call) =>
      record({ ...call, grant, ...(scope !== undefined && { scope }) });
    // Not the library's function for codes: it requires that the callback is validated here, but the
    // browser does that.
    const response = await oauth.genericTokenEndpointRequest(
      as,
      client,
      chooseClientAuth(settings, grant),
      grant,
      parameters,
      {
        [oauth.customFetch]: createUpstreamFetch(
          fetchNow,
          requestId,
          { maxBytes: MAX_ANSWER_BYTES },
          recordGrant,
        ),
        [oauth.allowInsecureRequests]: allowInsecure,
      },
    );
    return readTokenSet(response, (answer) => process(as, client, answer), now());
  }

  return {
    /** RFC 6749 §4.1.3 with RFC 7636 §4.5. */
    exchangeCode: (code: string, redirectUri: string, codeVerifier: string) =>
      requestToken(
        'authorization_code',
        { code, redirect_uri: redirectUri, code_verifier: codeVerifier },
        oauth.processAuthorizationCodeResponse,
      ),
    /** RFC 6749 §6. */
    refresh: (refreshToken: string) =>
      requestToken('refresh_token', { refresh_token: refreshToken }, oauth.processRefreshTokenResponse),
    /** RFC 6749 §4.4. */
    grantToClient: (scope: string) =>
      requestToken('client_credentials', { scope }, oauth.processClientCredentialsResponse),
  };
}

/**
 * Chooses the client authentication, exactly one method per request (docs/platform-api.md, chapter 5): Basic for a refresh, the
 * configured method for the other grants.
 */
function chooseClientAuth(settings: OAuthClientSettings, grant: GrantType): oauth.ClientAuth {
  if (grant !== 'refresh_token' && settings.clientAuth === 'form') {
    return oauth.ClientSecretPost(settings.clientSecret);
  }
  return settings.basicEncoding === 'rfc6749'
    ? oauth.ClientSecretBasic(settings.clientSecret)
    : createPlainBasic(settings.clientSecret);
}

/** `BASE64(client_id:client_secret)` as the platform documents it, without the encoding of RFC 6749 §2.3.1. */
function createPlainBasic(clientSecret: string): oauth.ClientAuth {
  return (_as, client, _body, headers) => {
    const bytes = new TextEncoder().encode(`${client.client_id}:${clientSecret}`);
    headers.set('authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`);
  };
}

/** A token response (docs/platform-api.md, chapter 2 "Token response"). */
export interface TokenSet {
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string | null;
  scope: string | null;
  /** From the id token; null if there is none. */
  account: {
    /** `sub` of the id token, unique to the account at this platform (OpenID Connect Core §2). */
    subject: string;
    /** The first readable claim that names the account (OpenID Connect Core §5.1); null if there is only `sub`. */
    name: string | null;
  } | null;
}

/**
 * Reads a response of the platform's token endpoint. Its error format isn't documented (docs/platform-api.md, chapter 7): RFC
 * 6749 §5.2 is assumed.
 * @param process the library's function for the requested grant
 * @throws AppError `session_ended` for invalid_grant; `unavailable` and `rate_limited` by status; `malformed` and
 *   `login_failed` for everything else, with the reason in `problems`
 */
export async function readTokenSet(
  response: Response,
  process: (response: Response) => Promise<oauth.TokenEndpointResponse>,
  nowMs: number,
): Promise<TokenSet> {
  const { status } = response;
  if (status === 429 || status >= 500) {
    const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'), nowMs);
    throw new AppError(codeOfStatus(status), `The token endpoint answered ${status}.`, {
      status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  // For `expires_in`: the library parses it too leniently, "10abc" as ten seconds.
  const untouched = response.clone();
  try {
    const answer = await process(response);
    if (answer.token_type !== 'bearer') throw malformed('token_type is not Bearer', status);
    check(IS_BEARER_TOKEN, answer.access_token, 'access_token', status);
    check(REFRESH_TOKEN, answer.refresh_token ?? null, 'refresh_token', status);
    check(SCOPE, answer.scope ?? null, 'scope', status);
    return {
      accessToken: answer.access_token,
      expiresInSeconds: readExpiresIn(
        ((await untouched.json()) as oauth.TokenEndpointResponse).expires_in,
        status,
      ),
      refreshToken: answer.refresh_token ?? null,
      scope: answer.scope ?? null,
      account: readAccount(answer, status),
    };
  } catch (cause) {
    throw cause instanceof AppError ? cause : explain(cause, status);
  }
}

/**
 * Syntax of access tokens in headers (RFC 6750 §2.1), refresh tokens and scopes (RFC 6749 appendices A.17
 * and A.4). Their length is limited, because sessions are stored in memory and in headers.
 */
export const BEARER_TOKEN = '(?=.{1,16000}$)[A-Za-z0-9._~+/-]+=*';
const IS_BEARER_TOKEN = new RegExp(`^${BEARER_TOKEN}$`);
const REFRESH_TOKEN = /^[\x20-\x7e]{1,16000}$/;
const SCOPE = /^[\x20-\x7e]{0,4000}$/;

/** @throws AppError `malformed` */
function check(pattern: RegExp, value: string | null, name: string, status: number): void {
  if (value === null || pattern.test(value)) return;
  throw malformed(`${name} has invalid characters or is too long`, status);
}

const NAME_CLAIMS = ['name', 'preferred_username', 'email'];
const MAX_NAME_CHARACTERS = 80;
/** OpenID Connect Core §2. */
const MAX_SUBJECT_CHARACTERS = 255;

/** The library has already validated the id token: issuer, audience and times. */
function readAccount(answer: oauth.TokenEndpointResponse, status: number): TokenSet['account'] {
  const claims = oauth.getValidatedIdTokenClaims(answer);
  if (claims === undefined) return null;
  if (claims.sub.length > MAX_SUBJECT_CHARACTERS) throw malformed('sub is too long', status);
  const names = NAME_CLAIMS.map((claim) => cleanName(claims[claim]));
  return { subject: claims.sub, name: names.find((name) => name !== '') ?? null };
}

/**
 * Limits a user-chosen name to one short line, without control characters or characters that change the
 * writing direction.
 */
function cleanName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...line].slice(0, MAX_NAME_CHARACTERS).join('');
}

/** A year. A much longer lifetime would end beyond the range of `Date`. */
const MAX_SECONDS = 365 * 24 * 3600;

/** The platform documents whole seconds; digit strings are accepted too, anything else is an error. */
function readExpiresIn(value: unknown, status: number): number {
  const seconds = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 1) {
    throw malformed('expires_in is not a number of seconds', status);
  }
  return Math.min(Math.floor(seconds), MAX_SECONDS);
}

/**
 * Uses only the library's own messages, which are fixed texts. Their `cause` isn't used, because it
 * contains parts of the response.
 */
function explain(error: unknown, status: number): AppError {
  const refused = (problem: string) =>
    new AppError('login_failed', 'The token endpoint refused.', { status, problems: [problem] });
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant')
      return new AppError('session_ended', 'The platform no longer honours the grant.', { status });
    return refused(/^[a-z_]{1,40}$/.test(error.error) ? error.error : 'an unreadable error code');
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return refused(`${status} with a challenge: are PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET right?`);
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
    return malformed(error.message, status);
  return malformed('unreadable', status);
}

function malformed(problem: string, status: number): AppError {
  return new AppError('malformed', "The token endpoint's answer is not a token response.", {
    status,
    problems: [problem],
  });
}
