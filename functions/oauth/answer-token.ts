import { AppError } from '#platform/errors.ts';
import { recordCalls, type ApiContext, type Services } from '../context.ts';
import { readRequestText } from '../http/guards.ts';
import { findRefusal, refuse, RefusedError } from '../http/refusal.ts';
import { createTokenEndpoint, type TokenEndpoint, type TokenSet } from '#platform/token-endpoint.ts';
import { findSession } from './find-session.ts';
import {
  readSessionCookie,
  describeAccount,
  endOfSession,
  openSession,
  sealSession,
  startSession,
  updateSession,
  type BrokerSession,
  type LiveSession,
  type RenewedSession,
  clearSessionCookie,
} from './session.ts';
import { type FunctionSettings, redirectUriOf } from '../config.ts';

const MAX_BODY_BYTES = 8 * 1024;
/** A sealed access token with less time left than this is renewed instead of returned. */
const MIN_VALIDITY_MS = 30_000;

/**
 * `POST /api/oauth/token`: a token endpoint on our own origin (RFC 10017 §6.2), which adds the client secret and keeps the
 * refresh token in a sealed cookie. A refusal never changes the cookie: another tab may have stored a newer one in the meantime.
 */
export async function answerToken(c: ApiContext, services: Services): Promise<Response> {
  const { settings, now } = services;
  const body = await readRequestText(c.req.raw, 'application/x-www-form-urlencoded', MAX_BODY_BYTES);
  const form = readTokenForm(body, settings);
  const tokenEndpoint = createTokenEndpoint(
    settings,
    services.fetch,
    now,
    c.get('requestId'),
    recordCalls(c),
  );
  if (form === null) return allowNoSession(c, () => refresh(c, services, tokenEndpoint));
  const grant = await tokenEndpoint.exchangeCode(form.code, form.redirectUri, form.codeVerifier);
  return store(c, services, await renew(startSession(grant, now()), services));
}

async function refresh(c: ApiContext, services: Services, tokenEndpoint: TokenEndpoint): Promise<Response> {
  const { now } = services;
  const current = await findSession(c, services);
  if (current === null) throw refuseSession();
  const { sealed, session } = current;
  const { accessToken, refreshToken } = session;
  const isForced = c.req.header('x-token-refresh') === 'force';
  if (!isForced && accessToken !== null && session.accessTokenEndsAtMs - now() > MIN_VALIDITY_MS)
    return c.json(describeToken({ ...session, accessToken }, services));
  if (refreshToken === null) throw refuseSession();
  const renewed = await services.refreshOnce(sealed, async () => {
    const grant = await tokenEndpoint.refresh(refreshToken);
    checkSubject(session, grant);
    return renew(updateSession(session, grant, now()), services);
  });
  return store(c, services, renewed);
}

async function renew(session: LiveSession, { settings, now }: Services): Promise<RenewedSession> {
  return { session, cookie: await sealSession(session, settings, now()) };
}

function store(c: ApiContext, services: Services, { session, cookie }: RenewedSession): Response {
  c.header('set-cookie', cookie);
  return c.json(describeToken(session, services));
}

/**
 * Answers 204 instead of an error if the page only checks for a session (`X-Session: if-any`) and there is none: browsers log
 * errors to the console, and most visitors of the broker's page have no session. The response is the same whatever the reason.
 */
async function allowNoSession(c: ApiContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const refusal = findRefusal(error);
    if (c.req.header('x-session') !== 'if-any' || refusal?.error !== 'invalid_grant') throw error;
    if (refusal.detail !== undefined) c.set('detail', refusal.detail);
    return c.body(null, 204);
  }
}

/** An id token of a refresh must have the same subject as the login's (OpenID Connect Core §12.2). */
function checkSubject(session: BrokerSession, grant: TokenSet): void {
  if (session.account === null || grant.account === null) return;
  if (session.account.subject === grant.account.subject) return;
  throw new AppError('malformed', "The token endpoint's answer is for another account.", {
    problems: ['the id token of a refresh has another sub'],
  });
}

/** The token response (RFC 6749 §5.1) without refresh token, with the account. The token expires no later than its session. */
function describeToken(session: LiveSession, { settings, now }: Services) {
  const endsAtMs = Math.min(session.accessTokenEndsAtMs, endOfSession(session, settings) * 1000);
  return {
    access_token: session.accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor((endsAtMs - now()) / 1000),
    ...(session.scope === null ? {} : { scope: session.scope }),
    account: describeAccount(session),
  };
}

/** The same refusal for a cookie that is missing, duplicated, modified, too old or logged out, so that it reveals nothing. */
function refuseSession(): RefusedError {
  return refuse(400, 'invalid_grant');
}

/** The fields of each grant, each required exactly once; others are refused. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['authorization_code', ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier']],
  ['refresh_token', ['grant_type', 'client_id']],
]);

/** RFC 7636 §4.1. */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
/** Visible ASCII (RFC 6749 appendix A.11). */
const CODE = /^[\x20-\x7e]{1,2048}$/;

/**
 * Reads the body of a token request.
 * @returns null for a refresh
 * @throws RefusedError 400 `unsupported_grant_type` or `invalid_request`, naming the field and never its value
 */
function readTokenForm(body: string, settings: FunctionSettings) {
  const form = new URLSearchParams(body);
  const fields = FIELDS.get(readOnce(form, 'grant_type'));
  if (fields === undefined) throw refuse(400, 'unsupported_grant_type');
  for (const name of form.keys()) if (!fields.includes(name)) throw invalid('an unexpected field');
  if (readOnce(form, 'client_id') !== settings.clientId) throw invalid('client_id');
  if (!fields.includes('code')) return null;

  const redirectUri = readOnce(form, 'redirect_uri');
  const code = readOnce(form, 'code');
  const codeVerifier = readOnce(form, 'code_verifier');
  if (redirectUri !== redirectUriOf(settings)) throw invalid('redirect_uri');
  if (!CODE.test(code)) throw invalid('code');
  if (!CODE_VERIFIER.test(codeVerifier)) throw invalid('code_verifier');
  return { code, redirectUri, codeVerifier };
}

function readOnce(form: URLSearchParams, name: string): string {
  const values = form.getAll(name);
  if (values.length !== 1) throw invalid(name);
  return values[0] ?? '';
}

function invalid(detail: string): RefusedError {
  return new RefusedError({ status: 400, error: 'invalid_request', detail });
}

/**
 * `POST /api/oauth/logout`: clears the cookie; idempotent. Copies of the cookie become invalid too,
 * on every node that knows of the logout. The platform documents no revocation endpoint, so its
 * tokens stay valid until they expire.
 */
export async function answerLogout(c: ApiContext, { settings, now, revoked }: Services): Promise<Response> {
  const sealed = readSessionCookie(c.req.header('cookie'));
  const session = sealed === null ? null : await openSession(sealed, settings, now());
  if (session !== null) await revoked.revoke(session.sid, endOfSession(session, settings));
  c.header('set-cookie', clearSessionCookie());
  return c.body(null, 204);
}
