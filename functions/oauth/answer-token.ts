import type { ApiContext, Tools } from '../context.ts';
import { readRequestText } from '../read-request-text.ts';
import { RefusedError } from '../refusal.ts';
import { readTokenForm } from './read-token-form.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';
import { endOfSessionMs, openSession, sealSession, updateSession, type Session } from './session.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

const BODY_BYTES_AT_MOST = 8 * 1024;
/** A sealed access token that ends sooner than this is renewed instead of handed out. */
const LEAST_VALIDITY_MS = 30_000;

/**
 * `POST /api/oauth/token`: a token endpoint on our own origin (RFC 10017 §6.2), which adds the client's secret and keeps the
 * refresh token in a sealed cookie.
 */
export async function answerToken(c: ApiContext, tools: Tools): Promise<Response> {
  const { settings, now } = tools;
  const body = await readRequestText(c.req.raw, 'application/x-www-form-urlencoded', BODY_BYTES_AT_MOST);
  const form = readTokenForm(body, settings);
  const tokenEndpoint = createTokenEndpoint(settings, tools.fetch, now, c.get('requestId'));

  if (form.grantType === 'authorization_code') {
    const grant = await tokenEndpoint.exchangeCode(form.code, form.redirectUri, form.codeVerifier);
    return startOrGoOn(updateSession(null, grant, now()), grant.accessToken);
  }

  const sealed = readSessionCookie(c.req.header('cookie'));
  const session = sealed === null ? null : await openSession(sealed, settings, now());
  if (session === null) throw sessionOver();
  const isForced = c.req.header('x-token-refresh') === 'force';
  if (!isForced && session.accessToken !== null && session.expiresAtMs - now() > LEAST_VALIDITY_MS) {
    return c.json(describeToken(session, session.accessToken, tools));
  }
  if (session.refreshToken === null) throw sessionOver();
  // A refusal leaves the cookie alone: another tab may just have stored a newer token in it (RFC 9700 §4.14.2).
  const grant = await tokenEndpoint.refresh(session.refreshToken);
  return startOrGoOn(updateSession(session, grant, now()), grant.accessToken);

  async function startOrGoOn(next: Session, accessToken: string): Promise<Response> {
    c.header('set-cookie', await sealSession(next, settings, now()));
    return c.json(describeToken(next, accessToken, tools));
  }
}

/** RFC 6749 §5.1, without what the browser must never see. A token is good for no longer than its session. */
function describeToken(session: Session, accessToken: string, { settings, now }: Tools) {
  const endsAtMs = Math.min(session.expiresAtMs, endOfSessionMs(session, settings));
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor((endsAtMs - now()) / 1000),
    ...(session.scope === null ? {} : { scope: session.scope }),
  };
}

/** One answer for a cookie that is missing, doubled, changed or too old: it tells a forger nothing. */
function sessionOver(): RefusedError {
  return new RefusedError({
    status: 400,
    error: 'invalid_grant',
    headers: { 'set-cookie': clearSessionCookie() },
  });
}
