import { describe, expect, it } from 'vitest';
import { CODE_FORM, cookieOf, REFRESH_FORM, startHarness } from '../harness.ts';

const ODD = "-_.~+/%!*'() ü";

/** How the client is authenticated for each of the three grants: form field or Basic header. */
async function proofsOf(environment: Record<string, string>) {
  const { request, requestToken, calls } = startHarness({ environment });
  const clientId = environment['PLATFORM_CLIENT_ID'] ?? 'droppoint';
  const login = await requestToken({ ...CODE_FORM, client_id: clientId });
  await requestToken(
    { ...REFRESH_FORM, client_id: clientId },
    { cookie: cookieOf(login), 'x-token-refresh': 'force' },
  );
  await request('/api/points?page=1&perPage=25');
  const proofs = calls
    .map(({ body, headers }) => ({ form: new URLSearchParams(body), basic: headers.get('authorization') }))
    .filter(({ form }) => form.has('grant_type'))
    .map(({ form, basic }) => [
      form.get('grant_type'),
      form.get('client_id'),
      form.get('client_secret'),
      basic &&
        new TextDecoder().decode(Uint8Array.from(atob(basic.replace('Basic ', '')), (c) => c.charCodeAt(0))),
    ]);
  expect(proofs).toHaveLength(3);
  return proofs;
}

describe('Client authentication', () => {
  // RFC 6749 §2.3.
  it('the client sends form fields for a code and client credentials, and Basic for a refresh', async () => {
    expect(await proofsOf({})).toEqual([
      ['authorization_code', 'droppoint', 'canary-secret-7f3a', null],
      ['refresh_token', null, null, 'droppoint:canary-secret-7f3a'],
      ['client_credentials', 'droppoint', 'canary-secret-7f3a', null],
    ]);
  });

  it('the client uses only Basic if the settings say so', async () => {
    expect(await proofsOf({ PLATFORM_CLIENT_AUTH: 'basic' })).toEqual([
      ['authorization_code', null, null, 'droppoint:canary-secret-7f3a'],
      ['refresh_token', null, null, 'droppoint:canary-secret-7f3a'],
      ['client_credentials', null, null, 'droppoint:canary-secret-7f3a'],
    ]);
  });

  // RFC 6749 §2.3.1, RFC 7617 §2.
  it('odd characters are sent unencoded, as the platform documents', async () => {
    const id = `id${ODD}`;
    const proofs = await proofsOf({
      PLATFORM_CLIENT_AUTH: 'basic',
      PLATFORM_CLIENT_ID: id,
      PLATFORM_CLIENT_SECRET: `secret:${ODD}x`,
    });
    expect(proofs.map((proof) => proof[3])).toEqual(Array(3).fill(`${id}:secret:${ODD}x`));
  });

  it('odd characters are percent-encoded, as RFC 6749 says', async () => {
    const proofs = await proofsOf({
      PLATFORM_CLIENT_AUTH: 'basic',
      PLATFORM_BASIC: 'rfc6749',
      PLATFORM_CLIENT_ID: 'a-_.~+/:%',
      PLATFORM_CLIENT_SECRET: 'b-_.~+/:%',
    });
    const expected = 'a%2D%5F%2E%7E%2B%2F%3A%25:b%2D%5F%2E%7E%2B%2F%3A%25';
    expect(proofs.map((proof) => proof[3])).toEqual(Array(3).fill(expected));
  });

  it('odd characters are sent correctly in form fields', async () => {
    const proofs = await proofsOf({ PLATFORM_CLIENT_ID: `id${ODD}`, PLATFORM_CLIENT_SECRET: `s:${ODD}&=x` });
    expect(proofs[0]).toEqual(['authorization_code', `id${ODD}`, `s:${ODD}&=x`, null]);
  });
});
