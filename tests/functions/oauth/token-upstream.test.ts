import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answerHtml,
  answerIdToken,
  answerJson,
  answerToken,
  CODE_FORM,
  cookieOf,
  errorOf,
  REFRESH_FORM,
  startHarness,
  type UpstreamAnswer,
} from '../harness.ts';

/** Logs in, and lets the platform give this answer to the next refresh; the code grant gets the same one. */
async function answersTo(upstream: () => UpstreamAnswer): Promise<Response[]> {
  const refresh = startHarness({ token: [() => answerToken(), upstream] });
  const cookie = cookieOf(await refresh.requestToken(CODE_FORM));
  const answers = [
    await startHarness({ token: [upstream] }).requestToken(CODE_FORM),
    await refresh.requestToken(REFRESH_FORM, { cookie, 'x-token-refresh': 'force' }),
  ];
  for (const answer of answers) {
    if (answer.status !== 200) expect(answer.headers.has('set-cookie')).toBe(false);
  }
  return answers;
}

async function expectError(
  upstream: () => UpstreamAnswer,
  status: number,
  error: string,
): Promise<Response[]> {
  const answers = await answersTo(upstream);
  for (const answer of answers) {
    const body = (await answer.json()) as Record<string, string>;
    expect([answer.status, body['error']]).toEqual([status, error]);
    expect(Object.keys(body).sort()).toEqual(['error', 'request_id']);
  }
  return answers;
}

const signal = { error: 'invalid_grant', error_description: 'text of the platform' };

describe('Grant refused by the platform', () => {
  // RFC 7636 §4.6, RFC 6749 §4.1.2.
  it('a wrong verifier, or a used or expired code, becomes invalid_grant without the platform’s text', async () => {
    await expectError(() => answerJson(signal, 400), 400, 'invalid_grant');
  });

  it.each(['invalid_client', 'invalid_scope', 'unauthorized_client', 'unsupported_grant_type', 'x y z'])(
    'a refusal for %s is our fault, not the broker’s',
    async (error) => {
      await expectError(() => answerJson({ error }, 400), 502, 'server_error');
    },
  );

  // RFC 6749 §5.2.
  it.each([
    ['with a challenge', { 'www-authenticate': 'Basic realm="platform"' }],
    ['without one', {}],
  ])('a refusal of the client with 401, %s, is answered with 502', async (_what, headers) => {
    await expectError(() => answerJson({ error: 'invalid_client' }, 401, headers), 502, 'server_error');
  });

  it.each([
    ['login_failed: an unreadable error code', () => answerJson({ error: 'x y z' }, 400)],
    [
      'login_failed: 401 with a challenge: are PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET right?',
      () => answerJson({ error: 'invalid_client' }, 401, { 'www-authenticate': 'Basic realm="platform"' }),
    ],
    ['malformed: token_type is not Bearer', () => answerToken({ token_type: 'DPoP' })],
    ['malformed: expires_in is not a number of seconds', () => answerToken({ expires_in: '1e3' })],
    ['malformed: expires_in is not a number of seconds', () => answerToken({ expires_in: 0.5 })],
    [
      'malformed: access_token has invalid characters or is too long',
      () => answerToken({ access_token: 'a\nb' }),
    ],
    [
      'malformed: refresh_token has invalid characters or is too long',
      () => answerToken({ refresh_token: 'a\nb' }),
    ],
    ['malformed: scope has invalid characters or is too long', () => answerToken({ scope: 'a\nb' })],
    ['malformed: sub is too long', () => answerIdToken({ sub: 's'.repeat(256) })],
    ['session_ended', () => answerJson(signal, 400)],
    ['rate_limited', () => answerJson({ error: 'slow_down' }, 429)],
    ['unavailable', () => answerHtml(502)],
  ])('the log has the refusal as "%s"', async (detail, upstream) => {
    const { requestToken, logs } = startHarness({ token: [upstream] });
    await requestToken(CODE_FORM);
    expect(logs[0]?.detail).toBe(detail);
  });

  it('a session refused while a page only checks for it is in the log, but no error to the page', async () => {
    const { requestToken, logs } = startHarness({
      token: [() => answerToken(), () => answerJson(signal, 400)],
    });
    const cookie = cookieOf(await requestToken(CODE_FORM));
    const headers = { cookie, 'x-token-refresh': 'force', 'x-session': 'if-any' };
    expect((await requestToken(REFRESH_FORM, headers)).status).toBe(204);
    expect(logs.at(-1)).toMatchObject({ status: 204, detail: 'session_ended' });
  });

  it('a subject of the longest length and a token lifetime of a second are accepted', async () => {
    for (const upstream of [
      () => answerIdToken({ sub: 's'.repeat(255) }),
      () => answerToken({ expires_in: 1 }),
    ])
      expect((await startHarness({ token: [upstream] }).requestToken(CODE_FORM)).status).toBe(200);
  });

  it('the log has the reason of a refusal as a code, never the platform’s text', async () => {
    const { requestToken, logs } = startHarness({
      token: [() => answerJson({ error: 'invalid_scope', error_description: 'canary text' }, 400)],
    });
    await requestToken(CODE_FORM);
    expect(logs[0]).toMatchObject({ error: 'server_error', detail: 'login_failed: invalid_scope' });
    expect(JSON.stringify(logs)).not.toContain('canary');
  });
});

describe('Malformed token answer', () => {
  const answerText = (text: string) =>
    new Response(text, { headers: { 'content-type': 'application/json' } });

  // RFC 6749 §5.1, RFC 6749 §7.1, RFC 6750 §2.1, RFC 6749 appendix A, OpenID Connect Core §2, OpenID Connect Core §3.1.3.7.
  it.each([
    ['no access token', { access_token: undefined }],
    ['an empty access token', { access_token: '' }],
    ['refresh_token null', { refresh_token: null }],
    ['an empty refresh_token', { refresh_token: '' }],
    ['expires_in "10abc"', { expires_in: '10abc' }],
    ['expires_in "1e3"', { expires_in: '1e3' }],
    ['expires_in "0x10"', { expires_in: '0x10' }],
    ['expires_in ""', { expires_in: '' }],
    ['expires_in null', { expires_in: null }],
    ['expires_in -1', { expires_in: -1 }],
    ['expires_in 0', { expires_in: 0 }],
    ['no expires_in', { expires_in: undefined }],
    ['no token_type', { token_type: undefined }],
    ['token_type mac', { token_type: 'mac' }],
    ['token_type DPoP', { token_type: 'DPoP' }],
    ['a line break in access_token', { access_token: 'a\r\nset-cookie: b=c' }],
    ['a blank in access_token', { access_token: 'a b' }],
    ['another letter in access_token', { access_token: 'ą' }],
    ['an access_token that is too long', { access_token: 'a'.repeat(16_001) }],
    ['an access_token filled up', { access_token: 'a'.padEnd(16_001, '=') }],
    ['a line break in refresh_token', { refresh_token: 'r\r\n' }],
    ['another letter in refresh_token', { refresh_token: 'ż' }],
    ['a refresh_token that is too long', { refresh_token: 'r'.repeat(16_001) }],
    ['a line break in scope', { scope: 'a\nb' }],
    ['a scope that is too long', { scope: 's'.repeat(4_001) }],
    ['a scope that is a list', { scope: ['api:points:read'] }],
    ['an id token that is none', { id_token: 'a.b.c' }],
  ])('a token answer with %s is answered with 502', async (_what, changes) => {
    await expectError(() => answerToken(changes), 502, 'server_error');
  });

  // RFC 6749 §5.1, RFC 9700 §4.12, RFC 6750 §2.1, RFC 6749 appendix A, OpenID Connect Core §2, RFC 6265 §6.1.
  it.each([
    ['HTML with 200', () => answerHtml(200)],
    ['a redirect, which is not followed', () => answerHtml(302, { location: 'https://evil.example/' })],
    ['201', () => answerJson({ access_token: 'a', token_type: 'Bearer', expires_in: 9 }, 201)],
    ['204', () => new Response(null, { status: 204 })],
    ['HTML with 400', () => answerHtml(400)],
    ['a list', () => answerJson([])],
    ['half a JSON', () => answerText('{"access_token":"a')],
    ['expires_in 1e400', () => answerText('{"access_token":"a","token_type":"Bearer","expires_in":1e400}')],
    ['a subject that no provider may issue', () => answerIdToken({ sub: 's'.repeat(256) })],
    ['more than any token needs', () => answerToken({ access_token: 'a'.repeat(300_000) })],
  ])('a token answer of %s is answered with 502', async (_what, upstream) => {
    await expectError(upstream, 502, 'server_error');
  });

  // RFC 9700 §4.12.
  // Proves: security/no-redirects.
  it('a redirect isn’t followed, and the endpoint is called once', async () => {
    const { requestToken, calls } = startHarness({
      token: [() => answerHtml(307, { location: 'https://evil.example/' })],
    });
    await requestToken(CODE_FORM);
    expect(calls.map(({ url, redirect }) => [new URL(url).host, redirect])).toEqual([
      ['auth.platform.example', 'manual'],
    ]);
  });

  // OpenID Connect Core §3.1.3.7.
  it('the log says that an id token has another issuer', async () => {
    const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
    const claims = { iss: 'https://evil.example', aud: 'droppoint', sub: 'a', iat: 1, exp: 9_999_999_999 };
    const good = { ...claims, iss: 'https://account.platform.example' };
    const idToken = (body: unknown) => `${part({ alg: 'ES256' })}.${part(body)}.AAAA`;
    await expectError(() => answerToken({ id_token: idToken(claims) }), 502, 'server_error');
    const { requestToken, logs } = startHarness({
      token: [() => answerToken({ id_token: idToken(claims) })],
    });
    await requestToken(CODE_FORM);
    expect(logs[0]?.detail).toContain('"iss"');
    for (const answer of await answersTo(() => answerToken({ id_token: idToken(good) }))) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).not.toHaveProperty('id_token');
    }
  });
});

describe('Unusual but complete token answer', () => {
  // RFC 6749 §5.1, RFC 6749 §7.1.
  it.each([
    ['every character of a token', { access_token: 'aZ09._~+/-==', refresh_token: 'a Z"\\~' }],
    ['expires_in "3600"', { expires_in: '3600' }],
    ['expires_in 3600.9', { expires_in: 3600.9 }],
    ['token_type BEARER', { token_type: 'BEARER' }],
  ])('a token answer is accepted: %s', async (_what, changes) => {
    for (const answer of await answersTo(() => answerToken(changes))) {
      expect(await answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    }
  });
});

// RFC 6750 §2.1, RFC 6749 appendix A, OpenID Connect Core §2.
it('a lifetime beyond all dates is limited to a year, and its session to the cookie’s', async () => {
  const text = '{"access_token":"a","refresh_token":"r","token_type":"Bearer","expires_in":1e306}';
  const headers = { 'content-type': 'application/json' };
  const { requestToken } = startHarness({ token: [() => new Response(text, { headers })] });
  const login = await requestToken(CODE_FORM);
  const answer = await requestToken(REFRESH_FORM, { cookie: cookieOf(login) });
  expect([answer.status, await answer.json()]).toEqual([200, await login.json()]);
});

describe('Token endpoint that is down', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  // RFC 9110 §15.6, RFC 6585 §4, RFC 9110 §15.6.4.
  it.each([
    ['502 as HTML', () => answerHtml(502)],
    ['500 as JSON', () => answerJson({ error: 'invalid_grant' }, 500)],
    ['429 as JSON', () => answerJson({ error: 'slow_down' }, 429)],
    ['429 as HTML', () => answerHtml(429)],
    ['a refused connection', () => new TypeError('fetch failed')],
  ])('%s is answered with 503 and Retry-After', async (_what, upstream) => {
    for (const answer of await expectError(upstream, 503, 'temporarily_unavailable')) {
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });

  it('the platform’s Retry-After is passed on, limited to an hour', async () => {
    const waits = async (value: string) => {
      const [answer] = await answersTo(() => answerHtml(503, { 'retry-after': value }));
      return answer?.headers.get('retry-after');
    };
    expect(await waits('17')).toBe('17');
    expect(await waits('0')).toBe('1');
    expect(await waits('999999')).toBe('3600');
    expect(await waits('\tnonsense')).toBe('5');
  });

  // RFC 9110 §15.6.4.
  it('a timeout is answered with 503', async () => {
    vi.useFakeTimers();
    const harness = startHarness({
      token: [
        () =>
          new Response(
            new ReadableStream({
              start: (controller) => {
                setTimeout(() => controller.error(new Error('cut off')), 10_001);
              },
            }),
          ),
      ],
    });
    const requested = harness.requestToken(CODE_FORM);
    await vi.advanceTimersByTimeAsync(10_001);
    const answer = await requested;
    expect([answer.status, await errorOf(answer)]).toEqual([503, 'temporarily_unavailable']);
    expect(harness.logs[0]?.detail).toBe('timeout');
  });
});
