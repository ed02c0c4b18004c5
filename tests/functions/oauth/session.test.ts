import { decodeProtectedHeader, jwtDecrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createOwnLogouts } from '../../../functions/oauth/own-logouts.ts';
import { SESSION_COOKIE } from '../../../functions/oauth/session.ts';
import {
  answerIdToken,
  answerJson,
  answerToken,
  clearsCookie,
  CODE_FORM,
  cookieOf,
  errorOf,
  ORIGIN,
  OWN_PAGE,
  REFRESH_FORM,
  startHarness,
  START_MS,
  TOKEN_ANSWER,
} from '../harness.ts';
import { FORCE, logIn } from '../log-in.ts';

const HOUR_MS = 3_600_000;
const KEY_BYTES = new Uint8Array(32);

describe('Login', () => {
  it('a login is answered with the access token only', async () => {
    const { login } = await logIn({ token: [() => answerToken({ extra: 'x' })] });
    expect(await login.json()).toEqual({
      access_token: 'access-1',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'api:points:read api:shipments:write',
      account: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, name: null },
    });
  });

  // Proves: security/sealed-session.
  it('the session is in a cookie that scripts and other hosts can’t touch', async () => {
    const { login } = await logIn();
    const [pair, ...attributes] = (login.headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toMatch(new RegExp(`^${SESSION_COOKIE}=[A-Za-z0-9_.-]+$`));
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure']);
  });

  it('the session is sealed as an encrypted token with its key, place and times', async () => {
    const { cookie } = await logIn();
    const sealed = cookie.slice(SESSION_COOKIE.length + 1);
    expect(decodeProtectedHeader(sealed)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'new' });
    const { payload } = await jwtDecrypt(sealed, KEY_BYTES, { currentDate: new Date(START_MS) });
    expect(payload).toEqual({
      iss: ORIGIN,
      aud: SESSION_COOKIE,
      iat: START_MS / 1000,
      exp: START_MS / 1000 + 43_200,
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      account: null,
      refreshToken: 'refresh-1',
      accessToken: 'access-1',
      accessTokenEndsAtMs: START_MS + HOUR_MS,
      scope: TOKEN_ANSWER.scope,
    });
  });

  // RFC 6749 §5.1.
  it('a login without a refresh token works until the access token expires', async () => {
    const { requestToken, clock, cookie, login, calls } = await logIn({
      token: [() => answerToken({ refresh_token: undefined })],
    });
    expect(login.headers.get('set-cookie')).toContain('Max-Age=3600');
    expect((await requestToken(REFRESH_FORM, { cookie })).status).toBe(200);
    clock.nowMs += HOUR_MS;
    const late = await requestToken(REFRESH_FORM, { cookie });
    expect([late.status, await errorOf(late)]).toEqual([400, 'invalid_grant']);
    expect(calls).toEqual([]);
  });

  // RFC 6749 §3.3, §5.1.
  it('a scope that the platform doesn’t name is omitted', async () => {
    const { login } = await logIn({ token: [() => answerToken({ scope: undefined })] });
    expect(await login.json()).not.toHaveProperty('scope');
  });

  it('a grant of fewer scopes is passed on', async () => {
    const { login } = await logIn({ token: [() => answerToken({ scope: 'api:points:read' })] });
    expect(await login.json()).toMatchObject({ scope: 'api:points:read' });
  });
});

describe('Reload of a page', () => {
  it('a reload is answered from the cookie, without a call to the platform', async () => {
    const { requestToken, clock, cookie, calls } = await logIn();
    clock.nowMs += HOUR_MS / 2 + 400;
    const answer = await requestToken(REFRESH_FORM, { cookie: `a=1; ${cookie}; b=2` });
    expect(await answer.json()).toEqual({
      access_token: 'access-1',
      token_type: 'Bearer',
      expires_in: 1799,
      scope: TOKEN_ANSWER.scope,
      account: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, name: null },
    });
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toEqual([]);
  });

  it('the platform is called if the token is about to expire', async () => {
    const { requestToken, clock, cookie, tokenForms } = await logIn();
    clock.nowMs += HOUR_MS - 30_001;
    expect((await requestToken(REFRESH_FORM, { cookie })).status).toBe(200);
    expect(tokenForms()).toEqual([]);
    clock.nowMs += 1;
    expect((await requestToken(REFRESH_FORM, { cookie })).status).toBe(200);
    expect(Object.fromEntries(tokenForms()[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    });
  });

  it('the platform is called if the page says that the token was refused', async () => {
    const { requestToken, cookie, tokenForms } = await logIn();
    await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(tokenForms()).toHaveLength(1);
  });
});

describe('Refresh', () => {
  // RFC 6749 §6.
  it.each([
    ['no new refresh token keeps the old one', undefined, 'refresh-1'],
    ['a new refresh token replaces the old one', 'refresh-2', 'refresh-2'],
  ])('a refresh that brings %s is answered', async (_what, refresh_token, next) => {
    const { requestToken, cookie, tokenForms } = await logIn({
      token: [() => answerToken(), () => answerToken({ refresh_token, access_token: 'access-2' })],
    });
    const first = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await first.json()).toMatchObject({ access_token: 'access-2' });
    await requestToken(REFRESH_FORM, { cookie: cookieOf(first), ...FORCE });
    expect(tokenForms().map((form) => form.get('refresh_token'))).toEqual(['refresh-1', next]);
  });

  it('a refresh keeps a scope that the platform doesn’t repeat', async () => {
    const { requestToken, cookie } = await logIn({
      token: [() => answerToken(), () => answerToken({ scope: undefined })],
    });
    const answer = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await answer.json()).toMatchObject({ scope: TOKEN_ANSWER.scope });
  });

  // RFC 9700 §4.14.2.
  it('a refresh refused by the platform keeps the cookie, which may be newer than the request', async () => {
    const { requestToken, cookie, calls } = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'invalid_grant' }, 400)],
    });
    const answer = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toHaveLength(1);
  });
});

describe('Account of a session', () => {
  const accountOf = async (answer: Response) =>
    ((await answer.json()) as { account: { id: string; name: string | null } }).account;

  it('every token comes with its account, named by the id token and the same for the whole session', async () => {
    const { login, requestToken, cookie } = await logIn({
      token: [() => answerIdToken({ name: 'Anna Nowak', email: 'anna@example.com' }), () => answerToken()],
    });
    const account = { id: 'subject-1', name: 'Anna Nowak' };
    expect(await accountOf(login)).toEqual(account);
    expect(await accountOf(await requestToken(REFRESH_FORM, { cookie }))).toEqual(account);
    const refreshed = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await accountOf(refreshed)).toEqual(account);
    expect(await accountOf(await requestToken(REFRESH_FORM, { cookie: cookieOf(refreshed) }))).toEqual(
      account,
    );
  });

  it.each([
    ['its name', { name: 'A B', preferred_username: 'ab', email: 'a@b.c' }, 'A B'],
    ['its user name', { preferred_username: 'ab', email: 'a@b.c' }, 'ab'],
    ['its address', { email: 'a@b.c' }, 'a@b.c'],
    ['its subject', {}, 'subject-1'],
    ['its subject, where names are no texts', { name: 7, preferred_username: '\u200b \n' }, 'subject-1'],
    ['one short line', { name: ` a\r\n\u202e\u2067b\u0000 ${'c'.repeat(99)}` }, `a b ${'c'.repeat(76)}`],
  ])('the account’s id is %s', async (_what, claims, name) => {
    const { login } = await logIn({ token: [() => answerIdToken(claims)] });
    expect(await accountOf(login)).toEqual({ id: 'subject-1', name });
  });

  it('without an id token each login has a new account id', async () => {
    const { login, requestToken, cookie } = await logIn();
    const account = await accountOf(login);
    const refreshed = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await accountOf(refreshed)).toEqual(account);
    expect(await accountOf((await logIn()).login)).not.toEqual(account);
  });

  // OpenID Connect Core §12.2.
  // Proves: security/same-account.
  it('an id token for another user is refused in a refresh', async () => {
    const { requestToken, cookie, logs } = await logIn({
      token: [() => answerIdToken({}), () => answerIdToken({ sub: 'subject-2' })],
    });
    const answer = await requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect([answer.status, await errorOf(answer), answer.headers.has('set-cookie')]).toEqual([
      502,
      'server_error',
      false,
    ]);
    expect(logs.at(-1)?.detail).toBe('malformed: the id token of a refresh has another sub');
    const same = await logIn({ token: [() => answerIdToken({})] });
    expect((await same.requestToken(REFRESH_FORM, { cookie: same.cookie, ...FORCE })).status).toBe(200);
    const first = await logIn({ token: [() => answerToken(), () => answerIdToken({})] });
    expect((await first.requestToken(REFRESH_FORM, { cookie: first.cookie, ...FORCE })).status).toBe(200);
  });
});

describe('Logout', () => {
  // RFC 9700 §4.14.
  it('a logout ends the session at its process, also for copies and renewals of its cookie', async () => {
    const { request, requestToken, clock } = startHarness();
    const other = cookieOf(await requestToken(CODE_FORM));
    const cookie = cookieOf(await requestToken(CODE_FORM));
    const renewed = cookieOf(await requestToken(REFRESH_FORM, { cookie, ...FORCE }));
    expect(renewed).not.toBe(cookie);
    await request('/api/oauth/logout', { method: 'POST', headers: { ...OWN_PAGE, cookie } });
    clock.nowMs += 31_000;
    for (const copy of [cookie, renewed]) {
      const answer = await requestToken(REFRESH_FORM, { cookie: copy, ...FORCE });
      expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    }
    expect((await requestToken(REFRESH_FORM, { cookie: other, ...FORCE })).status).toBe(200);
  });

  it('the latest ten thousand logouts are remembered until their sessions would have ended', async () => {
    let nowMs = 0;
    const logouts = createOwnLogouts(() => nowMs);
    const isKnown = (session: number) => logouts.isRevoked(String(session));
    for (let session = 0; session <= 10_000; session++) await logouts.revoke(String(session), session);
    expect([await isKnown(0), await isKnown(1), await isKnown(10_000)]).toEqual([false, true, true]);
    nowMs = 9_999_500;
    expect(logouts.list()).toEqual([['10000', 10_000]]);
  });

  it('a logout clears the cookie, as often as requested, without a call to the platform', async () => {
    const { request, cookie, calls } = await logIn();
    for (const headers of [{ ...OWN_PAGE, cookie }, OWN_PAGE]) {
      const answer = await request('/api/oauth/logout', { method: 'POST', headers });
      expect([answer.status, clearsCookie(answer)]).toEqual([204, true]);
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    }
    expect(calls).toEqual([]);
  });

  it('a logout from a page of another site is refused, and the session stays', async () => {
    const { request, cookie } = await logIn();
    const headers = { ...OWN_PAGE, cookie, origin: 'https://evil.example' };
    const answer = await request('/api/oauth/logout', { method: 'POST', headers });
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([403, false]);
  });
});

describe('Two brokers', () => {
  it('two brokers share nothing', async () => {
    const harness = startHarness({
      token: [
        () => answerToken(),
        () => answerToken({ access_token: 'access-b', refresh_token: 'refresh-b' }),
      ],
    });
    const [a, b] = [await harness.requestToken(CODE_FORM), await harness.requestToken(CODE_FORM)];
    const tokens = [];
    for (const login of [b, a]) {
      const answer = await harness.requestToken(REFRESH_FORM, { cookie: cookieOf(login) });
      tokens.push(((await answer.json()) as { access_token: string }).access_token);
    }
    expect(tokens).toEqual(['access-b', 'access-1']);
  });
});
