import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginLogin, checkCallback, chooseReturnPath } from '../../../src/lib/login/authorize.ts';
import { createTokenFacade } from '../../../src/lib/login/token-facade.ts';
import { createFakeStorage } from '../fake-storage.ts';
import { ISSUER, loginSettingsAt } from './login-settings.ts';

const settings = loginSettingsAt('https://app.example');
const NOW_MS = 1_000_000;

async function begin(storage = createFakeStorage().storage) {
  const url = await beginLogin(settings, '/account', storage, NOW_MS);
  return { storage, url, state: url.searchParams.get('state') ?? '' };
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'passed';
}

const check = (storage: Storage, query: string, nowMs = NOW_MS) =>
  checkCallback(new URLSearchParams(query), settings, storage, nowMs);

describe('Login', () => {
  // RFC 7636 §4.1, §4.2, §7.2.
  // Proves: security/pkce.
  it('opens the login host with a fresh verifier and state each time, S256 only', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(Object.fromEntries(first.url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'droppoint',
      redirect_uri: settings.redirectUri,
      scope: settings.scope,
      code_challenge_method: 'S256',
    });
    expect(first.state.length).toBeGreaterThanOrEqual(43);
    expect(first.state).not.toBe(second.state);
    expect(first.url.searchParams.get('code_challenge')).not.toBe(
      second.url.searchParams.get('code_challenge'),
    );
    const { codeVerifier } = check(first.storage, `code=c&state=${first.state}`);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
    expect(first.url.searchParams.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'));
  });

  // RFC 6749 §4.1.2, RFC 9700 §4.5.
  it('accepts its answer once: a reload of the callback finds nothing', async () => {
    const { storage, state } = await begin();
    expect(check(storage, `code=c&state=${state}`)).toMatchObject({ returnTo: '/account' });
    expect(codeOf(() => check(storage, `code=c&state=${state}`))).toBe('login_mismatch');
  });

  // RFC 6749 §10.12, RFC 9700 §4.7.1, RFC 6749 §4.1.2, RFC 6749 §3.1, RFC 9207 §2.4, RFC 6749 §4.1.2.1, RFC 9700 §2.1.2.
  it.each([
    ['another state', 'code=c&state=STATEx', 'login_mismatch'],
    ['no state', 'code=c', 'login_mismatch'],
    ['two states', 'code=c&state=STATE&state=STATE', 'login_mismatch'],
    ['two codes', 'code=c&code=d&state=STATE', 'login_mismatch'],
    ['a wrong iss', 'code=c&state=STATE&iss=https://evil.example', 'login_mismatch'],
    ['an error and a code together', 'code=c&error=server_error&state=STATE', 'login_failed'],
    ['a refusal by the user', 'error=access_denied&state=STATE', 'login_denied'],
    ['an implicit token', 'code=c&access_token=t&token=t&state=STATE', 'login_mismatch'],
    ['a packed response', 'response=jwt&state=STATE', 'login_mismatch'],
    ['no code at all', 'state=STATE', 'login_mismatch'],
  ])('refuses %s', async (_title, query, code) => {
    const { storage, state } = await begin();
    expect(codeOf(() => check(storage, query.replaceAll('STATE', state)))).toBe(code);
  });

  it('accepts the correct iss', async () => {
    const { storage, state } = await begin();
    expect(check(storage, `code=c&state=${state}&iss=${ISSUER}`).parameters.get('code')).toBe('c');
  });

  // RFC 9207 §2.4.
  it('refuses an answer without iss if the platform is known to send it', async () => {
    const strict = { ...settings, issRequired: true };
    const { storage, state } = await begin();
    const query = new URLSearchParams(`code=c&state=${state}`);
    expect(codeOf(() => checkCallback(query, strict, storage, NOW_MS))).toBe('login_mismatch');
    const next = await begin();
    query.set('state', next.state);
    query.set('iss', ISSUER);
    expect(codeOf(() => checkCallback(query, strict, next.storage, NOW_MS))).toBe('passed');
  });

  // RFC 9700 §4.7.
  it('refuses a forged callback if no login is in progress', () => {
    expect(codeOf(() => check(createFakeStorage().storage, `code=c&state=${'s'.repeat(43)}`))).toBe(
      'login_mismatch',
    );
  });

  // RFC 9700 §4.7.1.
  it('refuses an answer after ten minutes', async () => {
    const { storage, state } = await begin();
    expect(codeOf(() => check(storage, `code=c&state=${state}`, NOW_MS + 601_000))).toBe('login_expired');
  });

  it.each(['{', '{"state":1}', 'null'])('survives a broken transaction %s', (stored) => {
    const storage = createFakeStorage().storage;
    storage.setItem('droppoint.login', stored);
    expect(codeOf(() => check(storage, 'code=c&state=s'))).toBe('login_mismatch');
  });
});

describe('Token', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['that the platform named', 'api:points:read', ['api:points:read']],
    ['that the login requested, if the platform lists none', undefined, ['openid', 'api:points:read']],
  ])('has the scopes %s', async (_title, scope, expected) => {
    const account = { id: 'ada', name: null };
    const answer = { access_token: 't', token_type: 'bearer', expires_in: 300, account, scope };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
    const { scopes } = await createTokenFacade(settings, 'https://app.example').refresh(false);
    expect(scopes).toEqual(expected);
  });
});

describe('Return path after a login', () => {
  // RFC 9700 §4.11.1.
  it.each([
    '//evil',
    '/\\evil',
    'javascript:alert(1)',
    '%2f%2fevil',
    '/%2f%2fevil',
    '/%5cevil',
    'https://evil.example/',
    'account',
    '',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
  ])('is not %j', (path) => {
    expect(chooseReturnPath(path, 'https://app.example')).toBe('/account');
  });

  it('may be a path of the app', () => {
    expect(chooseReturnPath('/account?tab=1', 'https://app.example')).toBe('/account?tab=1');
    expect(chooseReturnPath(null, 'https://app.example')).toBe('/account');
  });
});
