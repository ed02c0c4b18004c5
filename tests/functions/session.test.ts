import { describe, expect, it } from 'vitest';
import { seal } from '../../functions/oauth/seal.ts';
import { SESSION_COOKIE } from '../../functions/oauth/session-cookie.ts';
import { parseSessionKeys } from '../../functions/oauth/session-keys.ts';
import {
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
  type Harness,
  type HarnessOptions,
} from './harness.ts';

const HOUR_MS = 3_600_000;
const OLD_KEY = `old:${'B'.repeat(42)}A`;
const NEW_KEY = `new:${'A'.repeat(43)}`;

/** A harness whose broker has just logged in, and the cookie that came of it. */
async function logIn(options: HarnessOptions = {}): Promise<Harness & { cookie: string; login: Response }> {
  const harness = startHarness(options);
  const login = await harness.askToken(CODE_FORM);
  expect(login.status).toBe(200);
  const cookie = cookieOf(login);
  harness.calls.length = 0;
  return { ...harness, cookie, login };
}

describe('a login', () => {
  it('is answered with the access token alone', async () => {
    const { login } = await logIn({ token: [() => answerToken({ extra: 'x' })] });
    expect(await login.json()).toEqual({
      access_token: 'access-1',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'api:points:read api:shipments:write',
    });
  });

  it('keeps its session in a cookie that scripts and other hosts cannot touch', async () => {
    const { login } = await logIn();
    const [pair, ...attributes] = (login.headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toMatch(new RegExp(`^${SESSION_COOKIE}=v1\\.new\\.[A-Za-z0-9_-]+$`));
    expect(attributes).toEqual(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200']);
  });

  it('without a refresh token works until the access token ends (case 44)', async () => {
    const { askToken, clock, cookie, login, calls } = await logIn({
      token: [() => answerToken({ refresh_token: undefined })],
    });
    expect(login.headers.get('set-cookie')).toContain('Max-Age=3600');
    expect((await askToken(REFRESH_FORM, { cookie })).status).toBe(200);
    clock.nowMs += HOUR_MS;
    const late = await askToken(REFRESH_FORM, { cookie });
    expect([late.status, await errorOf(late), clearsCookie(late)]).toEqual([400, 'invalid_grant', true]);
    expect(calls).toEqual([]);
  });

  it('whose scope the platform does not name says so by leaving it out (case 56)', async () => {
    const { login } = await logIn({ token: [() => answerToken({ scope: undefined })] });
    expect(await login.json()).not.toHaveProperty('scope');
  });

  it('passes a narrower grant on as it is (case 56)', async () => {
    const { login } = await logIn({ token: [() => answerToken({ scope: 'api:points:read' })] });
    expect(await login.json()).toMatchObject({ scope: 'api:points:read' });
  });
});

describe('a reload', () => {
  it('is answered from the cookie, without asking the platform', async () => {
    const { askToken, clock, cookie, calls } = await logIn();
    clock.nowMs += HOUR_MS / 2 + 400;
    const answer = await askToken(REFRESH_FORM, { cookie: `a=1; ${cookie}; b=2` });
    expect(await answer.json()).toEqual({
      access_token: 'access-1',
      token_type: 'Bearer',
      expires_in: 1799,
      scope: TOKEN_ANSWER.scope,
    });
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toEqual([]);
  });

  it('asks the platform when the token is about to end', async () => {
    const { askToken, clock, cookie, tokenForms } = await logIn();
    clock.nowMs += HOUR_MS - 29_000;
    expect((await askToken(REFRESH_FORM, { cookie })).status).toBe(200);
    expect(Object.fromEntries(tokenForms()[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    });
  });

  it('asks the platform when the page says that the token was refused', async () => {
    const { askToken, cookie, tokenForms } = await logIn();
    await askToken(REFRESH_FORM, { cookie, 'x-token-refresh': 'force' });
    expect(tokenForms()).toHaveLength(1);
  });
});

describe('a refresh', () => {
  const force = { 'x-token-refresh': 'force' };

  it('that brings no new refresh token keeps the old one (case 42)', async () => {
    const { askToken, cookie, tokenForms } = await logIn({
      token: [() => answerToken(), () => answerToken({ refresh_token: undefined, access_token: 'access-2' })],
    });
    const first = await askToken(REFRESH_FORM, { cookie, ...force });
    expect(await first.json()).toMatchObject({ access_token: 'access-2' });
    await askToken(REFRESH_FORM, { cookie: cookieOf(first), ...force });
    expect(tokenForms().map((form) => form.get('refresh_token'))).toEqual(['refresh-1', 'refresh-1']);
  });

  it('that brings a new refresh token replaces the old one (case 43)', async () => {
    const { askToken, cookie, tokenForms } = await logIn({
      token: [() => answerToken(), () => answerToken({ refresh_token: 'refresh-2' })],
    });
    const first = await askToken(REFRESH_FORM, { cookie, ...force });
    await askToken(REFRESH_FORM, { cookie: cookieOf(first), ...force });
    expect(tokenForms().map((form) => form.get('refresh_token'))).toEqual(['refresh-1', 'refresh-2']);
  });

  it('keeps the scope that the platform does not repeat', async () => {
    const { askToken, cookie } = await logIn({
      token: [() => answerToken(), () => answerToken({ scope: undefined })],
    });
    const answer = await askToken(REFRESH_FORM, { cookie, ...force });
    expect(await answer.json()).toMatchObject({ scope: TOKEN_ANSWER.scope });
  });

  it('refused by the platform keeps the cookie, which may be newer than the request (case 63)', async () => {
    const { askToken, cookie, calls } = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'invalid_grant' }, 400)],
    });
    const answer = await askToken(REFRESH_FORM, { cookie, ...force });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toHaveLength(1);
  });
});

describe('a session cookie', () => {
  async function expectOver(harness: Harness, cookie: string): Promise<void> {
    const answer = await harness.askToken(REFRESH_FORM, cookie === '' ? {} : { cookie });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(clearsCookie(answer)).toBe(true);
    expect(harness.calls).toEqual([]);
  }

  it('that is missing or empty ends the session', async () => {
    await expectOver(startHarness(), '');
    await expectOver(startHarness(), `${SESSION_COOKIE}=`);
  });

  it('changed in any part ends the session (case 32)', async () => {
    const harness = await logIn();
    const [version = '', id = '', content = ''] = harness.cookie.slice(SESSION_COOKIE.length + 1).split('.');
    const flipped = (content.startsWith('A') ? 'B' : 'A') + content.slice(1);
    for (const value of [
      `v2.${id}.${content}`,
      `${version}.other.${content}`,
      `${version}.${id}.${flipped}`,
      `${version}.${id}.${content.slice(0, -4)}`,
      `${version}.${id}.`,
      `${version}.${id}.!!`,
      `${version}.${id}.${content}.x`,
      'x'.repeat(5000),
    ]) {
      await expectOver(harness, `${SESSION_COOKIE}=${value}`);
    }
  });

  it('that comes twice ends the session (case 33)', async () => {
    const harness = await logIn();
    await expectOver(harness, `${harness.cookie}; ${harness.cookie}`);
    await expectOver(harness, `${SESSION_COOKIE}=planted; ${harness.cookie}`);
  });

  it('sealed for another origin or another name ends the session (case 34)', async () => {
    const session = JSON.stringify({
      refreshToken: 'refresh-1',
      accessToken: 'access-1',
      expiresAtMs: START_MS + HOUR_MS,
      scope: null,
      startedAtMs: START_MS,
    });
    const keys = parseSessionKeys([NEW_KEY], []);
    const sealedFor = (name: string, origin: string) => seal(session, keys, { name, origin });
    const here = `${SESSION_COOKIE}=${await sealedFor(SESSION_COOKIE, ORIGIN)}`;
    expect((await startHarness().askToken(REFRESH_FORM, { cookie: here })).status).toBe(200);
    for (const sealed of [
      await sealedFor(SESSION_COOKIE, 'https://other.example'),
      await sealedFor('other', ORIGIN),
    ]) {
      await expectOver(startHarness(), `${SESSION_COOKIE}=${sealed}`);
    }
  });

  it('sealed with an older key is accepted until that key is taken away (case 35)', async () => {
    const { cookie } = await logIn({ environment: { SESSION_KEYS: OLD_KEY } });
    const rotated = startHarness({ environment: { SESSION_KEYS: `${NEW_KEY},${OLD_KEY}` } });
    const answer = await rotated.askToken(REFRESH_FORM, { cookie, 'x-token-refresh': 'force' });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toContain('=v1.new.');
    await expectOver(startHarness({ environment: { SESSION_KEYS: NEW_KEY } }), cookie);
  });

  it('past its age ends the session, however often it was refreshed (case 36)', async () => {
    const harness = await logIn();
    let { cookie } = harness;
    for (let hours = 1; hours < 12; hours++) {
      harness.clock.nowMs += HOUR_MS;
      const answer = await harness.askToken(REFRESH_FORM, { cookie });
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
      expect(answer.headers.get('set-cookie')).toContain(`Max-Age=${(12 - hours) * 3600}`);
    }
    harness.clock.nowMs += HOUR_MS;
    harness.calls.length = 0;
    await expectOver(harness, cookie);
  });

  it('near its age hands out its token for no longer than it lasts itself (case 36)', async () => {
    const { askToken, clock, login } = await logIn({ environment: { SESSION_MAX_AGE_SECONDS: '4000' } });
    clock.nowMs += 3_000_000;
    const refreshed = await askToken(REFRESH_FORM, { cookie: cookieOf(login), 'x-token-refresh': 'force' });
    expect(await refreshed.json()).toMatchObject({ expires_in: 1000 });
    const reload = await askToken(REFRESH_FORM, { cookie: cookieOf(refreshed) });
    expect(await reload.json()).toMatchObject({ expires_in: 1000 });
  });

  it('leaves out an access token that makes it too long (case 57)', async () => {
    const long = 'a'.repeat(5000);
    const { askToken, cookie, login, tokenForms } = await logIn({
      token: [() => answerToken({ access_token: long })],
    });
    expect(await login.json()).toMatchObject({ access_token: long });
    expect(cookie.length).toBeGreaterThan(0);
    expect(cookie.length).toBeLessThan(3_900);
    const reload = await askToken(REFRESH_FORM, { cookie });
    expect(await reload.json()).toMatchObject({ access_token: long });
    expect(tokenForms().map((form) => form.get('refresh_token'))).toEqual(['refresh-1']);
  });

  it('is not set at all for a refresh token that no cookie holds (case 57)', async () => {
    const { login } = await logIn({ token: [() => answerToken({ refresh_token: 'r'.repeat(5000) })] });
    expect(clearsCookie(login)).toBe(true);
  });
});

describe('logout', () => {
  it('clears the cookie, as often as it is asked, without asking the platform', async () => {
    const { ask, cookie, calls } = await logIn();
    for (const headers of [{ ...OWN_PAGE, cookie }, OWN_PAGE]) {
      const answer = await ask('/api/oauth/logout', { method: 'POST', headers });
      expect([answer.status, clearsCookie(answer)]).toEqual([204, true]);
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    }
    expect(calls).toEqual([]);
  });

  it('is refused for a page of another site, which keeps the session', async () => {
    const { ask, cookie } = await logIn();
    const headers = { ...OWN_PAGE, cookie, origin: 'https://evil.example' };
    const answer = await ask('/api/oauth/logout', { method: 'POST', headers });
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([403, false]);
  });
});

describe('two brokers', () => {
  it('share nothing', async () => {
    const harness = startHarness({
      token: [
        () => answerToken(),
        () => answerToken({ access_token: 'access-b', refresh_token: 'refresh-b' }),
      ],
    });
    const [a, b] = [await harness.askToken(CODE_FORM), await harness.askToken(CODE_FORM)];
    const tokens = [];
    for (const login of [b, a]) {
      const answer = await harness.askToken(REFRESH_FORM, { cookie: cookieOf(login) });
      tokens.push(((await answer.json()) as { access_token: string }).access_token);
    }
    expect(tokens).toEqual(['access-b', 'access-1']);
  });
});
