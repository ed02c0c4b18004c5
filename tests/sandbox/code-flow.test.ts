import { afterAll, describe, expect, it } from 'vitest';
import {
  Browser,
  fetchPoints,
  fetchUserTokens,
  listTickedScopes,
  logInAndConsent,
  makeAuthorization,
  postToken,
  readJson,
  REDIRECT_URI,
  startSmallSandbox,
} from './sandbox-client.ts';

const SCOPE = 'api:points:read api:shipments:write';

const sandbox = await startSmallSandbox();
afterAll(() => sandbox.close());

describe('Code flow', () => {
  it('an id_token names the user if openid is requested', async () => {
    const tokens = await fetchUserTokens(sandbox, SCOPE);
    expect(Object.keys(tokens).sort()).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'scope',
      'token_type',
    ]);
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: SCOPE });
    expect((await fetchPoints(sandbox, String(tokens.access_token))).status).toBe(200);
    const { id_token: named } = await fetchUserTokens(sandbox, `openid ${SCOPE}`);
    const claims = Buffer.from(String(named).split('.')[1]!, 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({ iss: sandbox.addresses.account, sub: 'broker@example.com' });
  });

  it('grants only the ticked scopes', async () => {
    const tokens = await fetchUserTokens(sandbox, `openid ${SCOPE}`, ['api:shipments:write']);
    expect(tokens).toMatchObject({ scope: 'api:shipments:write' });
    expect(tokens).not.toHaveProperty('id_token');
    expect((await fetchPoints(sandbox, String(tokens.access_token))).status).toBe(403);
  });

  it('never grants a ticked scope that wasn’t requested', async () => {
    const tokens = await fetchUserTokens(sandbox, 'api:points:read', [
      'api:points:read',
      'api:returns:write',
    ]);
    expect(tokens).toMatchObject({ scope: 'api:points:read' });
  });

  it('ends with access_denied if nothing is ticked or on Cancel', async () => {
    const nothing = await logInAndConsent(new Browser(), makeAuthorization(sandbox, SCOPE), []);
    expect(nothing.searchParams.get('error')).toBe('access_denied');
    const browser = new Browser();
    const authorization = makeAuthorization(sandbox, SCOPE);
    const login = await browser.visit(authorization.address);
    const cancelled = new URL(
      (await browser.visit(`${login.address}/cancel`, new URLSearchParams())).address,
    );
    expect(cancelled.href.startsWith(REDIRECT_URI)).toBe(true);
    expect(cancelled.searchParams.get('error')).toBe('access_denied');
    expect(cancelled.searchParams.get('state')).toBe(authorization.state);
  });

  it('refuses a request without PKCE or with the plain method as invalid_request', async () => {
    const without = makeAuthorization(sandbox, SCOPE, { code_challenge: '', code_challenge_method: '' });
    const plain = makeAuthorization(sandbox, SCOPE, { code_challenge_method: 'plain' });
    for (const { address } of [without, plain]) {
      const end = await new Browser().visit(address);
      expect(new URL(end.address).searchParams.get('error')).toBe('invalid_request');
    }
  });

  it('refuses an unknown scope as invalid_scope', async () => {
    const end = await new Browser().visit(makeAuthorization(sandbox, `${SCOPE} api:everything`).address);
    expect(new URL(end.address).searchParams.get('error')).toBe('invalid_scope');
  });

  it('shows an error page for a foreign redirect_uri, without a redirect', async () => {
    const foreign = makeAuthorization(sandbox, SCOPE, {
      redirect_uri: 'https://evil.example/"><script>x</script>',
    });
    const { response } = await new Browser().visit(foreign.address);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain('This did not work');
    expect(html).not.toContain('<script>');
  });

  it('a wrong password is an error on the page, which escapes the input', async () => {
    const browser = new Browser();
    const login = await browser.visit(makeAuthorization(sandbox, SCOPE).address);
    const form = new URLSearchParams({ user: '"><b>@example.com', password: 'wrong' });
    const response = await browser.request(`${login.address}/login`, form);
    const html = await response.text();
    expect(response.status).toBe(403);
    expect(html).toContain('role="alert"');
    expect(html).toContain('&quot;&gt;&lt;b&gt;@example.com');
  });

  it('asks for consent at every login, and lets users change the account', async () => {
    const browser = new Browser();
    await logInAndConsent(browser, makeAuthorization(sandbox, SCOPE));
    const second = await browser.visit(makeAuthorization(sandbox, SCOPE).address);
    const html = await second.response.text();
    expect(listTickedScopes(html).sort()).toEqual(SCOPE.split(' ').sort());
    expect(html).toContain('broker@example.com');
    const switched = await browser.visit(`${second.address}/switch`, new URLSearchParams());
    expect(await switched.response.text()).toContain('type="password"');
    const consent = await browser.visit(
      `${switched.address}/login`,
      new URLSearchParams({ user: 'second@example.com', password: 'sandbox' }),
    );
    expect(await consent.response.text()).toContain('second@example.com');
  });

  it('tokens stay valid when the user changes the account', async () => {
    const browser = new Browser();
    const authorization = makeAuthorization(sandbox, SCOPE);
    const callback = await logInAndConsent(browser, authorization);
    const fields = { code: callback.searchParams.get('code') ?? '', redirect_uri: REDIRECT_URI };
    const tokens = await readJson(
      await postToken(sandbox, {
        grant_type: 'authorization_code',
        ...fields,
        code_verifier: authorization.verifier,
      }),
    );
    const second = await browser.visit(makeAuthorization(sandbox, SCOPE).address);
    await browser.visit(`${second.address}/switch`, new URLSearchParams());
    expect((await fetchPoints(sandbox, String(tokens.access_token))).status).toBe(200);
  });

  it('its pages allow no scripts or frames, and forms only to itself and the app', async () => {
    const { response } = await new Browser().visit(makeAuthorization(sandbox, SCOPE).address);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:3000");
    expect(await response.text()).toContain('Sandbox — a stand-in for the platform');
  });

  it('explains a login page that was started elsewhere', async () => {
    const response = await fetch(`${sandbox.addresses.account}/interaction/unknown`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This login has expired');
  });
});
