import { describe, expect, it } from 'vitest';
import { CODE_FORM, CODE_VERIFIER, errorOf, OWN_PAGE, REFRESH_FORM, startHarness } from '../harness.ts';

/** Sends a form that must be refused before anything is sent to the platform. */
async function refusalOf(form: Record<string, string> | string, headers?: Record<string, string>) {
  const { requestToken, calls } = startHarness();
  const answer = await requestToken(form, headers);
  expect(calls).toEqual([]);
  expect(answer.headers.has('set-cookie')).toBe(false);
  return [answer.status, await errorOf(answer)];
}

const encoded = new URLSearchParams(CODE_FORM).toString();

describe('Token request', () => {
  // RFC 6749 §4.1.3.
  it.each(['application/json', 'text/plain', 'multipart/form-data', ''])(
    'the media type "%s" is answered with 415',
    async (type) => {
      expect(await refusalOf(encoded, { 'content-type': type })).toEqual([415, 'invalid_request']);
    },
  );

  // RFC 9700 §2.4.
  it.each([
    'client_credentials',
    'password',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'REFRESH_TOKEN',
  ])('the grant %s is refused', async (grant_type) => {
    expect(await refusalOf({ ...CODE_FORM, grant_type })).toEqual([400, 'unsupported_grant_type']);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'the request for the grant %s is refused',
    async (name) => {
      expect(await refusalOf({ ...REFRESH_FORM, grant_type: name })).toEqual([400, 'unsupported_grant_type']);
    },
  );

  // RFC 6749 §3.2.
  it.each([
    'grant_type=authorization_code',
    'grant_type=client_credentials',
    'code=other',
    'client_id=droppoint',
    'redirect_uri=https%3A%2F%2Fevil.example',
  ])('a second %s is refused', async (field) => {
    expect(await refusalOf(`${encoded}&${field}`)).toEqual([400, 'invalid_request']);
  });

  // RFC 10017 §6.2.
  it.each(['scope', 'refresh_token', 'client_secret', 'resource', 'client_assertion', 'audience', ''])(
    'the unexpected field "%s" is refused',
    async (name) => {
      expect(await refusalOf({ ...CODE_FORM, [name]: 'x' })).toEqual([400, 'invalid_request']);
      expect(await refusalOf({ ...REFRESH_FORM, [name]: 'x' })).toEqual([400, 'invalid_request']);
    },
  );

  it.each(['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier'])(
    'a request without %s is refused',
    async (name) => {
      const form = new URLSearchParams(encoded);
      form.delete(name);
      expect(await refusalOf(form.toString())).toEqual([400, 'invalid_request']);
    },
  );

  // RFC 9700 §4.1.3.
  it.each([
    'https://evil.example/account/callback',
    'https://points.example/account/callback/',
    'https://points.example/account/callback?next=x',
    'https://points.example.evil.example/account/callback',
  ])('the redirect_uri %s is refused', async (redirect_uri) => {
    expect(await refusalOf({ ...CODE_FORM, redirect_uri })).toEqual([400, 'invalid_request']);
  });

  it('another client’s id is refused', async () => {
    expect(await refusalOf({ ...CODE_FORM, client_id: 'other' })).toEqual([400, 'invalid_request']);
    expect(await refusalOf({ ...REFRESH_FORM, client_id: 'other' })).toEqual([400, 'invalid_request']);
  });

  // RFC 7636 §4.1.
  it.each([
    ['too short', 'v'.repeat(42)],
    ['too long', 'v'.repeat(129)],
    ['with a blank', `${'v'.repeat(43)} `],
    ['with a plus sign', `${'v'.repeat(43)}+`],
    ['with a line break', `${'v'.repeat(43)}\n`],
  ])('a verifier that is %s is refused', async (_what, code_verifier) => {
    expect(await refusalOf({ ...CODE_FORM, code_verifier })).toEqual([400, 'invalid_request']);
  });

  it.each([43, 128])('a verifier of %d characters is accepted', async (length) => {
    const { requestToken } = startHarness();
    const form = { ...CODE_FORM, code_verifier: CODE_VERIFIER.padEnd(length, 'v') };
    expect((await requestToken(form)).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['with a line break', 'a\r\nb'],
    ['very long', 'c'.repeat(2049)],
  ])('a code that is %s is refused', async (_what, code) => {
    expect(await refusalOf({ ...CODE_FORM, code })).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['client_id', { client_id: 'other' }],
    ['redirect_uri', { redirect_uri: 'https://evil.example' }],
    ['code', { code: '' }],
    ['code_verifier', { code_verifier: 'short' }],
    ['an unexpected field', { scope: 'canary' }],
  ])('the log names %s as the reason of a refusal, and no value', async (detail, changes) => {
    const { requestToken, logs } = startHarness();
    await requestToken({ ...CODE_FORM, ...changes });
    expect(logs[0]?.detail).toBe(detail);
  });

  it('a body of 9 KiB is answered with 413', async () => {
    expect(await refusalOf(`${encoded}&a=${'x'.repeat(9 * 1024)}`)).toEqual([413, 'invalid_request']);
  });

  it('a chunked body of 9 KiB is answered with 413, and the rest isn’t read', async () => {
    const { request, calls } = startHarness();
    let chunksRead = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunksRead++ === 1000) controller.close();
        else controller.enqueue(new Uint8Array(1024).fill(97));
      },
    });
    const headers = { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' };
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const answer = await request('/api/oauth/token', init);
    expect(answer.status).toBe(413);
    expect(chunksRead).toBeLessThan(20);
    expect(calls).toEqual([]);
  });

  it('a body that isn’t UTF-8 is refused', async () => {
    const { request, calls } = startHarness();
    const headers = { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await request('/api/oauth/token', {
      method: 'POST',
      headers,
      body: new Uint8Array([0xff, 0xfe]),
    });
    expect(answer.status).toBe(400);
    expect(calls).toEqual([]);
  });

  it('the platform gets exactly the fields of the grant', async () => {
    const { requestToken, calls, tokenForms } = startHarness();
    await requestToken(CODE_FORM, { cookie: 'other=1', 'x-forwarded-for': '192.0.2.7' });
    expect(Object.fromEntries(tokenForms()[0] ?? [])).toEqual({
      ...CODE_FORM,
      client_secret: 'canary-secret-7f3a',
    });
    expect([...(calls[0]?.headers.keys() ?? [])].sort()).toEqual([
      'accept',
      'content-type',
      'user-agent',
      'x-request-id',
    ]);
    expect(calls[0]?.redirect).toBe('manual');
  });
});
