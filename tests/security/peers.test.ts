import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../functions/app.ts';
import { parseSettings } from '../../functions/config.ts';
import { loadOidcProvider } from '../../sandbox/oauth.ts';
import { checkCallback } from '../../src/lib/login/authorize.ts';
import { cookieOf } from '../functions/harness.ts';
import { walkLogin } from '../functions/walk-login.ts';

/**
 * Other OAuth software on both sides of the function: a standard client uses its token endpoint,
 * and a provider has other settings than the sandbox: signed tokens, one host, Basic for every
 * grant.
 */
const ORIGIN = 'http://localhost:42091';
const REDIRECT_URI = `${ORIGIN}/account/callback`;
const CLIENT_ID = 'droppoint-peer';
const SECRET = 'peer-secret-with.odd~characters_0123456789';
const OWN_PAGE = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'droppoint' };

// The library warns about settings that a provider in a test doesn't need.
vi.spyOn(console, 'info').mockImplementation(() => undefined);
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

/** A provider with signed access tokens (RFC 9068) and the `iss` parameter (RFC 9207). */
async function startProvider(rotateRefreshToken: boolean): Promise<{ server: Server; issuer: string }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { Provider } = await loadOidcProvider();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: SECRET,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [REDIRECT_URI],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientAuthMethods: ['client_secret_basic'],
    scopes: ['openid', 'api:points:read', 'api:shipments:write'],
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token' },
    pkce: { required: () => true },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'peer', use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    rotateRefreshToken,
    issueRefreshToken: () => Promise.resolve(true),
    expiresWithSession: () => Promise.resolve(false),
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://api.platform.example',
        useGrantedResource: () => Promise.resolve(true),
        getResourceServerInfo: () => ({
          scope: 'api:points:read api:shipments:write',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  const callback = provider.callback();
  server.on('request', (request, response) => void callback(request, response));
  return { server, issuer };
}

/** The function in front of a provider, and a browser's cookie jar in front of the function. */
function startApp(issuer: string, changes: Record<string, string> = {}) {
  const clock = { aheadMs: 0 };
  const app = createApp(
    parseSettings({
      PLATFORM_BASE_URL: issuer,
      PLATFORM_AUTH_URL: issuer,
      PLATFORM_ACCOUNT_URL: issuer,
      PLATFORM_ISS_PARAMETER: 'required',
      PLATFORM_CLIENT_ID: CLIENT_ID,
      PLATFORM_CLIENT_SECRET: SECRET,
      PLATFORM_CLIENT_AUTH: 'basic',
      PLATFORM_BASIC: 'rfc6749',
      APP_ORIGIN: ORIGIN,
      SESSION_KEYS: `a:${randomBytes(32).toString('base64url')}`,
      ...changes,
    }),
    { fetch, now: () => Date.now() + clock.aheadMs, log: () => undefined },
  );
  const jar = { cookie: '' };
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(OWN_PAGE)) headers.set(name, value);
    if (jar.cookie !== '') headers.set('cookie', jar.cookie);
    const answer = await app.fetch(new Request(url, { ...init, headers }), { clientAddress: '127.0.0.1' });
    if (answer.headers.has('set-cookie')) jar.cookie = cookieOf(answer);
    return answer;
  };
  return { sendRequest: send, jar, clock };
}

/** openid-client, configured for the function's token endpoint as if it were a provider's. */
function configure(send: ReturnType<typeof startApp>['sendRequest'], issuer: string): client.Configuration {
  const metadata = { issuer, token_endpoint: `${ORIGIN}/api/oauth/token` };
  const configuration = new client.Configuration(metadata, CLIENT_ID, undefined, client.None());
  client.allowInsecureRequests(configuration);
  configuration[client.customFetch] = (url, options) => send(url, options as RequestInit);
  return configuration;
}

describe.each([
  ['that rotates refresh tokens', true],
  ['that keeps them', false],
])('openid-client through the function at a provider %s', (_what, rotates) => {
  let issuer: string;
  let server: Server;
  beforeAll(async () => ({ server, issuer } = await startProvider(rotates)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('openid-client logs in, refreshes, and can’t use a refresh token of its own', async () => {
    const { sendRequest: send, jar, clock } = startApp(issuer);
    const { callback, code_verifier } = await walkLogin(issuer, CLIENT_ID, REDIRECT_URI);
    const configuration = configure(send, issuer);
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: code_verifier,
      expectedState: callback.searchParams.get('state')!,
    });
    expect(tokens.access_token.split('.')).toHaveLength(3);
    expect(tokens.expiresIn()).toBeGreaterThan(200);
    expect([tokens.refresh_token, tokens.id_token]).toEqual([undefined, undefined]);

    const again = await client.genericGrantRequest(configuration, 'refresh_token', {});
    expect(again.access_token).toBe(tokens.access_token);
    const before = jar.cookie;
    configuration[client.customFetch] = (url, options) =>
      send(url, { ...(options as RequestInit), headers: { ...options.headers, 'x-token-refresh': 'force' } });
    const renewed = await client.genericGrantRequest(configuration, 'refresh_token', {});
    expect(renewed.access_token).not.toBe(tokens.access_token);
    expect(jar.cookie).not.toBe(before);

    await expect(client.refreshTokenGrant(configuration, 'mine')).rejects.toMatchObject({
      error: 'invalid_request',
    });

    // The cookie from before the refresh: right afterwards it returns the same token, later only if
    // the refresh token wasn't rotated.
    jar.cookie = before;
    const twin = await client.genericGrantRequest(configuration, 'refresh_token', {});
    expect(twin.access_token).toBe(renewed.access_token);
    jar.cookie = before;
    clock.aheadMs = 31_000;
    const late = client.genericGrantRequest(configuration, 'refresh_token', {});
    if (rotates) await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
    else expect((await late).access_token).toMatch(/\./);
  });

  it('a used code and a wrong verifier get the one documented error', async () => {
    const { sendRequest: send } = startApp(issuer);
    const configuration = configure(send, issuer);
    const { callback, code_verifier } = await walkLogin(issuer, CLIENT_ID, REDIRECT_URI);
    const expectedState = callback.searchParams.get('state')!;
    const exchange = (pkceCodeVerifier: string) =>
      client.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier, expectedState });
    await expect(exchange('w'.repeat(43))).rejects.toMatchObject({ error: 'invalid_grant' });
    const second = await walkLogin(issuer, CLIENT_ID, REDIRECT_URI);
    callback.search = second.callback.search;
    await exchange(second.code_verifier);
    await expect(exchange(second.code_verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(exchange(code_verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('Providers with other settings', () => {
  let issuer: string;
  let server: Server;
  beforeAll(async () => ({ server, issuer } = await startProvider(true)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  // RFC 9207 §2.4.
  it('a provider names itself in iss, which the browser checks', async () => {
    const { sendRequest: send } = startApp(issuer);
    const settings = (await (await send(`${ORIGIN}/api/config`)).json()) as Parameters<
      typeof checkCallback
    >[1];
    const { callback, code_verifier } = await walkLogin(issuer, CLIENT_ID, REDIRECT_URI);
    const query = callback.searchParams;
    const stored = { state: query.get('state'), codeVerifier: code_verifier, returnTo: '/', startedAtMs: 0 };
    const storage = {
      getItem: () => JSON.stringify(stored),
      removeItem: () => undefined,
    } as unknown as Storage;
    expect(query.get('iss')).toBe(issuer);
    expect(checkCallback(query, settings, storage, 1).parameters.get('code')).toBe(query.get('code'));
    query.delete('iss');
    expect(() => checkCallback(query, settings, storage, 1)).toThrow();
  });

  it.each([
    ['a wrong secret', { PLATFORM_CLIENT_SECRET: 'wrong' }],
    ['form fields where it takes Basic alone', { PLATFORM_CLIENT_AUTH: 'form' }],
  ])('a provider that refuses %s is our fault, and ends no session', async (_what, changes) => {
    const { sendRequest: send } = startApp(issuer, changes);
    const { code, code_verifier } = await walkLogin(issuer, CLIENT_ID, REDIRECT_URI);
    const answer = await send(`${ORIGIN}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT_ID,
        code,
        redirect_uri: REDIRECT_URI,
        code_verifier,
      }),
    });
    expect([answer.status, answer.headers.has('set-cookie')]).toEqual([502, false]);
  });
});
