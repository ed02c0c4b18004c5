import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createOwnLogouts } from '../../functions/oauth/own-logouts.ts';
import { readSessionCookie, SESSION_COOKIE } from '../../functions/oauth/session.ts';
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
  type Harness,
  type HarnessOptions,
} from './harness.ts';

const HOUR_MS = 3_600_000;
const OLD_KEY = `old:${'B'.repeat(42)}A`;
const NEW_KEY = `new:${'A'.repeat(43)}`;
/** Says that the API refused the token. */
const FORCE = { 'x-token-refresh': 'force' };
const NEW_KEY_BYTES = new Uint8Array(32);

/** A session as the function seals it, with changes as by a forger who has the key. */
function sealSession(
  changes: Record<string, unknown> = {},
  header: Record<string, string> = {},
  key = NEW_KEY_BYTES,
): Promise<string> {
  const nowSeconds = START_MS / 1000;
  const claims = {
    iss: ORIGIN,
    aud: SESSION_COOKIE,
    iat: nowSeconds,
    exp: nowSeconds + 12 * 3600,
    sid: 'session-1',
    account: null,
    refreshToken: 'refresh-1',
    accessToken: 'access-1',
    accessTokenEndsAtMs: START_MS + HOUR_MS,
    scope: null,
    ...changes,
  };
  return new EncryptJWT(JSON.parse(JSON.stringify(claims)) as Record<string, unknown>)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'new', ...header })
    .encrypt(key);
}

/** A harness whose broker has just logged in, and the cookie of that login. */
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
      account: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, name: null },
    });
  });

  it('keeps its session in a cookie that scripts and other hosts cannot touch', async () => {
    const { login } = await logIn();
    const [pair, ...attributes] = (login.headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toMatch(new RegExp(`^${SESSION_COOKIE}=[A-Za-z0-9_.-]+$`));
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure']);
  });

  it('seals its session as an encrypted token that names its key, its place and its times', async () => {
    const { cookie } = await logIn();
    const sealed = cookie.slice(SESSION_COOKIE.length + 1);
    expect(decodeProtectedHeader(sealed)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'new' });
    const { payload } = await jwtDecrypt(sealed, NEW_KEY_BYTES, { currentDate: new Date(START_MS) });
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

  it('without a refresh token works until the access token ends (case 44)', async () => {
    const { askToken, clock, cookie, login, calls } = await logIn({
      token: [() => answerToken({ refresh_token: undefined })],
    });
    expect(login.headers.get('set-cookie')).toContain('Max-Age=3600');
    expect((await askToken(REFRESH_FORM, { cookie })).status).toBe(200);
    clock.nowMs += HOUR_MS;
    const late = await askToken(REFRESH_FORM, { cookie });
    expect([late.status, await errorOf(late)]).toEqual([400, 'invalid_grant']);
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
      account: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, name: null },
    });
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toEqual([]);
  });

  it('asks the platform when the token is about to end', async () => {
    const { askToken, clock, cookie, tokenForms } = await logIn();
    clock.nowMs += HOUR_MS - 30_001;
    expect((await askToken(REFRESH_FORM, { cookie })).status).toBe(200);
    expect(tokenForms()).toEqual([]);
    clock.nowMs += 1;
    expect((await askToken(REFRESH_FORM, { cookie })).status).toBe(200);
    expect(Object.fromEntries(tokenForms()[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    });
  });

  it('asks the platform when the page says that the token was refused', async () => {
    const { askToken, cookie, tokenForms } = await logIn();
    await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(tokenForms()).toHaveLength(1);
  });
});

describe('a refresh', () => {
  it.each([
    ['no new refresh token keeps the old one (case 42)', undefined, 'refresh-1'],
    ['a new refresh token replaces the old one (case 43)', 'refresh-2', 'refresh-2'],
  ])('that brings %s', async (_what, refresh_token, next) => {
    const { askToken, cookie, tokenForms } = await logIn({
      token: [() => answerToken(), () => answerToken({ refresh_token, access_token: 'access-2' })],
    });
    const first = await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await first.json()).toMatchObject({ access_token: 'access-2' });
    await askToken(REFRESH_FORM, { cookie: cookieOf(first), ...FORCE });
    expect(tokenForms().map((form) => form.get('refresh_token'))).toEqual(['refresh-1', next]);
  });

  it('keeps the scope that the platform does not repeat', async () => {
    const { askToken, cookie } = await logIn({
      token: [() => answerToken(), () => answerToken({ scope: undefined })],
    });
    const answer = await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await answer.json()).toMatchObject({ scope: TOKEN_ANSWER.scope });
  });

  it('refused by the platform keeps the cookie, which may be newer than the request (case 63)', async () => {
    const { askToken, cookie, calls } = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'invalid_grant' }, 400)],
    });
    const answer = await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toHaveLength(1);
  });
});

describe('a session cookie', () => {
  /** Refused without a request to the platform, and without changing the browser's cookie. */
  async function expectOver(harness: Harness, cookie: string): Promise<void> {
    const answer = await harness.askToken(REFRESH_FORM, cookie === '' ? {} : { cookie });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(harness.calls).toEqual([]);
  }
  const tokenOf = async (answer: Response) =>
    ((await answer.json()) as Record<string, unknown>)['access_token'];

  it('that is missing or empty is no session', async () => {
    await expectOver(startHarness(), '');
    await expectOver(startHarness(), `${SESSION_COOKIE}=`);
    await expectOver(startHarness(), SESSION_COOKIE);
  });

  it('changed in any part is no session (case 32)', async () => {
    const harness = await logIn();
    const parts = harness.cookie.slice(SESSION_COOKIE.length + 1).split('.');
    const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    const changed = [0, 2, 3, 4].map((at) =>
      parts.map((part, index) => (index === at ? flip(part) : part)).join('.'),
    );
    for (const value of [
      ...changed,
      parts.slice(0, 4).join('.'),
      [...parts, 'x'].join('.'),
      [...parts.slice(0, 4), ''].join('.'),
      `${parts.join('.')}!!`,
      'x'.repeat(5000),
    ]) {
      await expectOver(harness, `${SESSION_COOKIE}=${value}`);
    }
  });

  it.each([
    ['another algorithm', { alg: 'A256GCMKW' }, 32],
    ['another encryption', { enc: 'A128GCM' }, 16],
    ['an unknown key', { kid: 'other' }, 32],
  ])('sealed with %s is no session (case 94)', async (_what, header: Record<string, string>, bytes) => {
    const key = NEW_KEY_BYTES.slice(0, bytes);
    await expectOver(startHarness(), `${SESSION_COOKIE}=${await sealSession({}, header, key)}`);
  });

  it.each([
    ['for another origin (case 34)', { iss: 'https://other.example' }],
    ['for no origin', { iss: undefined }],
    ['under another name (case 34)', { aud: 'other' }],
    ['under no name', { aud: undefined }],
    ['without an end', { exp: undefined }],
    ['without a login’s time', { iat: undefined }],
    ['with an end that is text', { exp: '2030-01-01' }],
    ['whose refresh token is a number', { refreshToken: 7 }],
    ['without a name of its own', { sid: undefined }],
    ['whose account is text', { account: 'broker' }],
    ['whose token never ends', { accessTokenEndsAtMs: null }],
  ])('of a valid seal, %s, is no session (case 94)', async (_what, changes) => {
    await expectOver(startHarness(), `${SESSION_COOKIE}=${await sealSession(changes)}`);
  });

  it('that comes twice is refused, and neither is taken away (case 33)', async () => {
    const harness = await logIn();
    await expectOver(harness, `${harness.cookie}; ${harness.cookie}`);
    await expectOver(harness, `${SESSION_COOKIE}=planted; ${harness.cookie}`);
    await expectOver(harness, `${harness.cookie}; ${SESSION_COOKIE}=`);
  });

  it('that a page only looks for is answered alike, whatever is wrong with it, and left alone (case 123)', async () => {
    const harness = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'invalid_grant' }, 400)],
    });
    const { cookie, clock } = harness;
    const look = async (value?: string) => {
      const looking = { 'x-session': 'if-any', 'x-request-id': 'looking-0001' };
      const answer = await harness.askToken(
        REFRESH_FORM,
        value === undefined ? looking : { ...looking, cookie: value },
      );
      return JSON.stringify([answer.status, await answer.text(), [...answer.headers]]);
    };
    expect(await look(cookie)).toContain('access-1');
    const none = await look();
    expect(none).toMatch(/^\[204,"",/);
    expect(none).not.toContain('set-cookie');
    expect(await look(`${SESSION_COOKIE}=`)).toBe(none);
    expect(await look(`${SESSION_COOKIE}=forged`)).toBe(none);
    expect(await look(`${cookie.slice(0, -2)}AA`)).toBe(none);
    expect(await look(`${cookie}; ${cookie}`)).toBe(none);
    // The platform is requested, and no longer accepts the refresh token.
    clock.nowMs += HOUR_MS;
    expect(harness.calls).toEqual([]);
    expect(await look(cookie)).toBe(none);
    expect(harness.calls).toHaveLength(1);
    clock.nowMs += 12 * HOUR_MS;
    expect(await look(cookie)).toBe(none);
  });

  it('that a page looks for while the platform is down is not said to be over', async () => {
    const { askToken, clock, cookie } = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'server_error' }, 503)],
    });
    clock.nowMs += HOUR_MS;
    const answer = await askToken(REFRESH_FORM, { cookie, 'x-session': 'if-any' });
    expect([answer.status, await errorOf(answer)]).toEqual([503, 'temporarily_unavailable']);
  });

  it.each([
    ['U+00A0', '\u00a0'],
    ['a vertical tab', '\u000b'],
    ['a form feed', '\u000c'],
    ['U+0085', '\u0085'],
    ['the bytes of U+2000 as Node reads them', '\u00e2\u0080\u0080'],
    ['an equals sign', '='],
    ['a quotation mark', '"'],
  ])('behind %s is another cookie, which any sibling host may plant (case 91)', async (_what, before) => {
    const harness = await logIn();
    await expectOver(harness, before + harness.cookie);
    const both = await harness.askToken(REFRESH_FORM, {
      cookie: `${before}${SESSION_COOKIE}=${await sealSession({ accessToken: 'planted' })}; ${harness.cookie}`,
    });
    expect([both.status, await tokenOf(both)]).toEqual([200, 'access-1']);
  });

  it.each(['\u2000', '\u2028', '\u3000', '\ufeff', '\u00a0'])(
    'behind %j, as the edge reads it, is another cookie (case 91)',
    (blank) => {
      expect(readSessionCookie(`${blank}${SESSION_COOKIE}=planted`)).toBeNull();
      expect(readSessionCookie(`${blank}${SESSION_COOKIE}=planted; ${SESSION_COOKIE}=own`)).toBe('own');
      expect(readSessionCookie(`a=1;${blank} ${SESSION_COOKIE}=planted`)).toBeNull();
    },
  );

  it.each([
    ['in other letters', (cookie: string) => cookie.replace('__Host', '__host')],
    ['with a blank before its equals sign', (cookie: string) => cookie.replace('=', ' =')],
    ['with more behind its name', (cookie: string) => cookie.replace('=', '2=')],
    ['inside another', (cookie: string) => `a=${cookie}`],
  ])('%s is not ours (case 91)', async (_what, change) => {
    const harness = await logIn();
    await expectOver(harness, change(harness.cookie));
  });

  it('is found among others, whatever ASCII blanks separate them', async () => {
    const harness = await logIn();
    for (const before of ['a=1; ', 'a=1;', 'a=1;\t \t', 'a; =; ;']) {
      expect((await harness.askToken(REFRESH_FORM, { cookie: before + harness.cookie })).status).toBe(200);
    }
  });

  it('sealed with an older key is accepted until that key is taken away (case 35)', async () => {
    const { cookie } = await logIn({ environment: { SESSION_KEYS: OLD_KEY } });
    const rotated = startHarness({ environment: { SESSION_KEYS: `${NEW_KEY},${OLD_KEY}` } });
    const answer = await rotated.askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(answer.status).toBe(200);
    expect(decodeProtectedHeader(cookieOf(answer).slice(SESSION_COOKIE.length + 1)).kid).toBe('new');
    await expectOver(startHarness({ environment: { SESSION_KEYS: NEW_KEY } }), cookie);
  });

  it('older than sessions may be now ends, though it was sealed for longer (case 36)', async () => {
    const shortened = startHarness({ environment: { SESSION_MAX_AGE_SECONDS: '60' } });
    const cookie = `${SESSION_COOKIE}=${await sealSession()}`;
    shortened.clock.nowMs += 59_999;
    expect((await shortened.askToken(REFRESH_FORM, { cookie })).status).toBe(200);
    shortened.clock.nowMs += 1;
    await expectOver(shortened, cookie);
  });

  it('whose seal has come to its end is no session, whatever its age (case 36)', async () => {
    const cookie = `${SESSION_COOKIE}=${await sealSession({ exp: START_MS / 1000 + 60 })}`;
    const harness = startHarness();
    harness.clock.nowMs += 60_000;
    await expectOver(harness, cookie);
  });

  it('of a server whose clock is ahead is a session (case 67)', async () => {
    const cookie = `${SESSION_COOKIE}=${await sealSession({ iat: START_MS / 1000 + 30 })}`;
    expect((await startHarness().askToken(REFRESH_FORM, { cookie })).status).toBe(200);
  });

  it('that holds neither token, or whose time is over when it would be set, is cleared instead', async () => {
    const late = startHarness({
      token: [
        () => {
          late.clock.nowMs += 12 * HOUR_MS;
          return answerToken();
        },
      ],
    });
    const refreshed = await late.askToken(REFRESH_FORM, {
      cookie: `${SESSION_COOKIE}=${await sealSession()}`,
      ...FORCE,
    });
    expect(clearsCookie(refreshed)).toBe(true);
    const long = { access_token: 'a'.repeat(5000), refresh_token: undefined };
    const { login } = await logIn({ token: [() => answerToken(long)] });
    expect(clearsCookie(login)).toBe(true);
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
    const refreshed = await askToken(REFRESH_FORM, { cookie: cookieOf(login), ...FORCE });
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

describe('whose session it is', () => {
  const accountOf = async (answer: Response) =>
    ((await answer.json()) as { account: { id: string; name: string | null } }).account;

  it('is said with every token: by name from the id token, and as the same one for as long as it lasts (case 93)', async () => {
    const { login, askToken, cookie } = await logIn({
      token: [() => answerIdToken({ name: 'Anna Nowak', email: 'anna@example.com' }), () => answerToken()],
    });
    const account = { id: 'subject-1', name: 'Anna Nowak' };
    expect(await accountOf(login)).toEqual(account);
    expect(await accountOf(await askToken(REFRESH_FORM, { cookie }))).toEqual(account);
    const refreshed = await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await accountOf(refreshed)).toEqual(account);
    expect(await accountOf(await askToken(REFRESH_FORM, { cookie: cookieOf(refreshed) }))).toEqual(account);
  });

  it.each([
    ['its name', { name: 'A B', preferred_username: 'ab', email: 'a@b.c' }, 'A B'],
    ['its user name', { preferred_username: 'ab', email: 'a@b.c' }, 'ab'],
    ['its address', { email: 'a@b.c' }, 'a@b.c'],
    ['its subject', {}, 'subject-1'],
    ['its subject, where names are no texts', { name: 7, preferred_username: '\u200b \n' }, 'subject-1'],
    ['one short line', { name: ` a\r\n\u202e\u2067b\u0000 ${'c'.repeat(99)}` }, `a b ${'c'.repeat(76)}`],
  ])('is told by %s (case 93)', async (_what, claims, name) => {
    const { login } = await logIn({ token: [() => answerIdToken(claims)] });
    expect(await accountOf(login)).toEqual({ id: 'subject-1', name });
  });

  it('without an id token is told by a name that each login makes anew (case 93)', async () => {
    const { login, askToken, cookie } = await logIn();
    const account = await accountOf(login);
    const refreshed = await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(await accountOf(refreshed)).toEqual(account);
    expect(await accountOf((await logIn()).login)).not.toEqual(account);
  });

  it('cannot change with a refresh: an id token for somebody else is refused (case 99)', async () => {
    const { askToken, cookie, logs } = await logIn({
      token: [() => answerIdToken({}), () => answerIdToken({ sub: 'subject-2' })],
    });
    const answer = await askToken(REFRESH_FORM, { cookie, ...FORCE });
    expect([answer.status, await errorOf(answer), answer.headers.has('set-cookie')]).toEqual([
      502,
      'server_error',
      false,
    ]);
    expect(logs.at(-1)?.detail).toBe('malformed: the id token of a refresh has another sub');
    const same = await logIn({ token: [() => answerIdToken({})] });
    expect((await same.askToken(REFRESH_FORM, { cookie: same.cookie, ...FORCE })).status).toBe(200);
    const first = await logIn({ token: [() => answerToken(), () => answerIdToken({})] });
    expect((await first.askToken(REFRESH_FORM, { cookie: first.cookie, ...FORCE })).status).toBe(200);
  });
});

describe('logout', () => {
  it('ends the session at the process that did it, for copies of its cookie too, also renewed ones (case 145)', async () => {
    const { ask, askToken, clock } = startHarness();
    const other = cookieOf(await askToken(CODE_FORM));
    const cookie = cookieOf(await askToken(CODE_FORM));
    const renewed = cookieOf(await askToken(REFRESH_FORM, { cookie, ...FORCE }));
    expect(renewed).not.toBe(cookie);
    await ask('/api/oauth/logout', { method: 'POST', headers: { ...OWN_PAGE, cookie } });
    clock.nowMs += 31_000;
    for (const copy of [cookie, renewed]) {
      const answer = await askToken(REFRESH_FORM, { cookie: copy, ...FORCE });
      expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    }
    expect((await askToken(REFRESH_FORM, { cookie: other, ...FORCE })).status).toBe(200);
  });

  it('is remembered for the latest ten thousand sessions, until they would have ended', async () => {
    let nowMs = 0;
    const logouts = createOwnLogouts(() => nowMs);
    const isKnown = (session: number) => logouts.isRevoked(String(session));
    for (let session = 0; session <= 10_000; session++) await logouts.revoke(String(session), session);
    expect([await isKnown(0), await isKnown(1), await isKnown(10_000)]).toEqual([false, true, true]);
    nowMs = 9_999_500;
    expect(logouts.list()).toEqual([['10000', 10_000]]);
  });

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
