import { decodeProtectedHeader, EncryptJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { readSessionCookie, SESSION_COOKIE } from '../../../functions/oauth/session.ts';
import {
  answerJson,
  answerToken,
  clearsCookie,
  cookieOf,
  errorOf,
  ORIGIN,
  REFRESH_FORM,
  startHarness,
  START_MS,
  type Harness,
  OWN_PAGE,
} from '../harness.ts';
import { FORCE, logIn } from '../log-in.ts';

const HOUR_MS = 3_600_000;
const OLD_KEY = `old:${'B'.repeat(42)}A`;
const NEW_KEY = `new:${'A'.repeat(43)}`;
const NEW_KEY_BYTES = new Uint8Array(32);

/** A session as the function seals it, with changes that only a forger with the key could make. */
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

describe('Session cookie', () => {
  /** Refused without a request to the platform, and without changing the browser's cookie. */
  async function expectOver(harness: Harness, cookie: string): Promise<void> {
    const answer = await harness.requestToken(REFRESH_FORM, cookie === '' ? {} : { cookie });
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_grant']);
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(harness.calls).toEqual([]);
  }
  const tokenOf = async (answer: Response) =>
    ((await answer.json()) as Record<string, unknown>)['access_token'];

  it('a missing or empty cookie is no session', async () => {
    await expectOver(startHarness(), '');
    await expectOver(startHarness(), `${SESSION_COOKIE}=`);
    await expectOver(startHarness(), SESSION_COOKIE);
  });

  // RFC 10017 §6.1.3.2.
  it('a cookie changed in any part is no session', async () => {
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

  // RFC 8725 §3.1, §3.11.
  it.each([
    ['another algorithm', { alg: 'A256GCMKW' }, 32],
    ['another encryption', { enc: 'A128GCM' }, 16],
    ['an unknown key', { kid: 'other' }, 32],
  ])('a cookie sealed with %s is no session', async (_what, header: Record<string, string>, bytes) => {
    const key = NEW_KEY_BYTES.slice(0, bytes);
    await expectOver(startHarness(), `${SESSION_COOKIE}=${await sealSession({}, header, key)}`);
  });

  // NIST SP 800-38D §5.2.1, RFC 8725 §3.1, §3.11.
  it.each([
    ['for another origin', { iss: 'https://other.example' }],
    ['for no origin', { iss: undefined }],
    ['under another name', { aud: 'other' }],
    ['under no name', { aud: undefined }],
    ['without an end', { exp: undefined }],
    ['without a login’s time', { iat: undefined }],
    ['with an end that is text', { exp: '2030-01-01' }],
    ['whose refresh token is a number', { refreshToken: 7 }],
    ['without a name of its own', { sid: undefined }],
    ['whose account is text', { account: 'broker' }],
    ['whose token never ends', { accessTokenEndsAtMs: null }],
  ])('a validly sealed cookie %s is no session', async (_what, changes) => {
    await expectOver(startHarness(), `${SESSION_COOKIE}=${await sealSession(changes)}`);
  });

  // RFC 6265 §8.6.
  it('a cookie sent twice is refused, and neither is cleared', async () => {
    const harness = await logIn();
    await expectOver(harness, `${harness.cookie}; ${harness.cookie}`);
    await expectOver(harness, `${SESSION_COOKIE}=planted; ${harness.cookie}`);
    await expectOver(harness, `${harness.cookie}; ${SESSION_COOKIE}=`);
  });

  // Proves: security/session-lookup.
  it('a page that only checks for a session gets the same answer for any bad cookie, which stays', async () => {
    const harness = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'invalid_grant' }, 400)],
    });
    const { cookie, clock } = harness;
    const checkForSession = async (value?: string) => {
      const looking = { 'x-session': 'if-any', 'x-request-id': 'looking-0001' };
      const answer = await harness.requestToken(
        REFRESH_FORM,
        value === undefined ? looking : { ...looking, cookie: value },
      );
      return JSON.stringify([answer.status, await answer.text(), [...answer.headers]]);
    };
    expect(await checkForSession(cookie)).toContain('access-1');
    const none = await checkForSession();
    expect(none).toMatch(/^\[204,"",/);
    expect(none).not.toContain('set-cookie');
    expect(await checkForSession(`${SESSION_COOKIE}=`)).toBe(none);
    expect(await checkForSession(`${SESSION_COOKIE}=forged`)).toBe(none);
    expect(await checkForSession(`${cookie.slice(0, -2)}AA`)).toBe(none);
    expect(await checkForSession(`${cookie}; ${cookie}`)).toBe(none);
    // The platform is requested, and no longer accepts the refresh token.
    clock.nowMs += HOUR_MS;
    expect(harness.calls).toEqual([]);
    expect(await checkForSession(cookie)).toBe(none);
    expect(harness.calls).toHaveLength(1);
    clock.nowMs += 12 * HOUR_MS;
    expect(await checkForSession(cookie)).toBe(none);
  });

  it('a page that checks for a session while the platform is down doesn’t learn that it has ended', async () => {
    const { requestToken, clock, cookie } = await logIn({
      token: [() => answerToken(), () => answerJson({ error: 'server_error' }, 503)],
    });
    clock.nowMs += HOUR_MS;
    const answer = await requestToken(REFRESH_FORM, { cookie, 'x-session': 'if-any' });
    expect([answer.status, await errorOf(answer)]).toEqual([503, 'temporarily_unavailable']);
  });

  // RFC 6265bis §4.1.3.2.
  it.each([
    ['U+00A0', '\u00a0'],
    ['a vertical tab', '\u000b'],
    ['a form feed', '\u000c'],
    ['U+0085', '\u0085'],
    ['the bytes of U+2000 as Node reads them', '\u00e2\u0080\u0080'],
    ['an equals sign', '='],
    ['a quotation mark', '"'],
  ])(
    'a cookie whose name begins with %s is another cookie, which a sibling host may set',
    async (_what, before) => {
      const harness = await logIn();
      await expectOver(harness, before + harness.cookie);
      const both = await harness.requestToken(REFRESH_FORM, {
        cookie: `${before}${SESSION_COOKIE}=${await sealSession({ accessToken: 'planted' })}; ${harness.cookie}`,
      });
      expect([both.status, await tokenOf(both)]).toEqual([200, 'access-1']);
    },
  );

  it.each(['\u2000', '\u2028', '\u3000', '\ufeff', '\u00a0'])(
    'a cookie whose name begins with %j, as the edge reads it, is another cookie',
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
  ])('%s is not our cookie', async (_what, change) => {
    const harness = await logIn();
    await expectOver(harness, change(harness.cookie));
  });

  it('the cookie is found among others, whatever ASCII spaces separate them', async () => {
    const harness = await logIn();
    for (const before of ['a=1; ', 'a=1;', 'a=1;\t \t', 'a; =; ;']) {
      expect((await harness.requestToken(REFRESH_FORM, { cookie: before + harness.cookie })).status).toBe(
        200,
      );
    }
  });

  // NIST SP 800-57 §5.3.
  it('a cookie sealed with an older key is accepted until that key is removed', async () => {
    const { cookie } = await logIn({ environment: { SESSION_KEYS: OLD_KEY } });
    const rotated = startHarness({ environment: { SESSION_KEYS: `${NEW_KEY},${OLD_KEY}` } });
    const answer = await rotated.requestToken(REFRESH_FORM, { cookie, ...FORCE });
    expect(answer.status).toBe(200);
    expect(decodeProtectedHeader(cookieOf(answer).slice(SESSION_COOKIE.length + 1)).kid).toBe('new');
    await expectOver(startHarness({ environment: { SESSION_KEYS: NEW_KEY } }), cookie);
  });

  // RFC 9700 §4.14.2.
  it('a cookie older than the current maximum age is no session, even if it was sealed for longer', async () => {
    const shortened = startHarness({ environment: { SESSION_MAX_AGE_SECONDS: '60' } });
    const cookie = `${SESSION_COOKIE}=${await sealSession()}`;
    shortened.clock.nowMs += 59_999;
    expect((await shortened.requestToken(REFRESH_FORM, { cookie })).status).toBe(200);
    shortened.clock.nowMs += 1;
    await expectOver(shortened, cookie);
  });

  it('a cookie with an expired seal is no session, whatever its age', async () => {
    const cookie = `${SESSION_COOKIE}=${await sealSession({ exp: START_MS / 1000 + 60 })}`;
    const harness = startHarness();
    harness.clock.nowMs += 60_000;
    await expectOver(harness, cookie);
  });

  // RFC 6749 §5.1.
  it('a cookie from a server whose clock is ahead is a session', async () => {
    const cookie = `${SESSION_COOKIE}=${await sealSession({ iat: START_MS / 1000 + 30 })}`;
    expect((await startHarness().requestToken(REFRESH_FORM, { cookie })).status).toBe(200);
  });

  it('a cookie that would have expired by the time it is set is cleared instead', async () => {
    const late = startHarness({
      token: [
        () => {
          late.clock.nowMs += 12 * HOUR_MS;
          return answerToken();
        },
      ],
    });
    const refreshed = await late.requestToken(REFRESH_FORM, {
      cookie: `${SESSION_COOKIE}=${await sealSession()}`,
      ...FORCE,
    });
    expect(clearsCookie(refreshed)).toBe(true);
  });

  // RFC 9700 §4.14.2.
  // Proves: security/session-end.
  it('a session ends at its maximum age, however often it was refreshed', async () => {
    const harness = await logIn();
    let { cookie } = harness;
    for (let hours = 1; hours < 12; hours++) {
      harness.clock.nowMs += HOUR_MS;
      const answer = await harness.requestToken(REFRESH_FORM, { cookie });
      expect(answer.status).toBe(200);
      cookie = cookieOf(answer);
      expect(answer.headers.get('set-cookie')).toContain(`Max-Age=${(12 - hours) * 3600}`);
    }
    harness.clock.nowMs += HOUR_MS;
    harness.calls.length = 0;
    await expectOver(harness, cookie);
  });

  it('a session near its end returns its token with no longer a lifetime than its own', async () => {
    const { requestToken, clock, login } = await logIn({ environment: { SESSION_MAX_AGE_SECONDS: '4000' } });
    clock.nowMs += 3_000_000;
    const refreshed = await requestToken(REFRESH_FORM, { cookie: cookieOf(login), ...FORCE });
    expect(await refreshed.json()).toMatchObject({ expires_in: 1000 });
    const reload = await requestToken(REFRESH_FORM, { cookie: cookieOf(refreshed) });
    expect(await reload.json()).toMatchObject({ expires_in: 1000 });
  });

  // RFC 6265 §6.1.
  it('an access token that makes the cookie too long is omitted', async () => {
    const long = 'a'.repeat(5000);
    const { requestToken, cookie, login, tokenForms } = await logIn({
      token: [() => answerToken({ access_token: long })],
    });
    expect(await login.json()).toMatchObject({ access_token: long });
    expect(cookie.length).toBeGreaterThan(0);
    expect(cookie.length).toBeLessThan(3_900);
    const reload = await requestToken(REFRESH_FORM, { cookie });
    expect(await reload.json()).toMatchObject({ access_token: long });
    expect(tokenForms().map((form) => form.get('refresh_token'))).toEqual(['refresh-1']);
  });

  it.each([
    ['a refresh token', { refresh_token: 'r'.repeat(5000) }],
    ['an access token without a refresh token', { access_token: 'a'.repeat(5000), refresh_token: undefined }],
  ])(
    'a session without %s, for which no cookie has room, lets calls through the relay as long as the token lasts',
    async (_what, tokens) => {
      const harness = await logIn({ token: [() => answerToken(tokens)] });
      const { login, cookie, request, clock } = harness;
      expect(login.headers.get('set-cookie')).toContain('Max-Age=3600');
      expect(cookie.length).toBeLessThan(1_000);
      const headers = { ...OWN_PAGE, authorization: 'Bearer a', cookie };
      const list = () => request('/api/platform/location/v1/points?page=1&perPage=25', { headers });
      expect((await list()).status).toBe(200);
      harness.calls.length = 0;
      await expectOver(harness, cookie);
      clock.nowMs += HOUR_MS;
      expect((await list()).status).toBe(401);
    },
  );
});
