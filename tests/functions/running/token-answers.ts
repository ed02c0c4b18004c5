import { describe, expect, it } from 'vitest';
import { ownPage, readJson, REQUEST_ID } from './read-answer.ts';
import type { Running } from './start-running.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A body of the token endpoint, where it depends on the running function. */
type Body = string | ((running: Running) => string);

const refresh =
  (more = '') =>
  ({ clientId }: Running) =>
    `grant_type=refresh_token&client_id=${clientId}${more}`;
const code =
  (redirectOrigin?: string) =>
  ({ clientId, origin }: Running) =>
    new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: 'no-such-code',
      redirect_uri: `${redirectOrigin ?? origin}/account/callback`,
      code_verifier: 'v'.repeat(43),
    }).toString();

interface TokenRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  body?: Body;
  /** The client's address, if it isn't 127.0.0.1. */
  from?: string;
}

/**
 * A token request that passes every guard except for the given changes, with the status and error
 * of its answer.
 */
const REFUSED: readonly (readonly [title: string, sent: TokenRequest, status: number, error: string])[] = [
  ['GET', { method: 'GET' }, 405, 'invalid_request'],
  ['OPTIONS', { method: 'OPTIONS' }, 405, 'invalid_request'],
  ['no Origin', { headers: { origin: undefined } }, 403, 'access_denied'],
  ['Origin: null', { headers: { origin: 'null' } }, 403, 'access_denied'],
  [
    'an origin that ours begins with',
    { headers: { origin: 'http://localhost.evil.example' } },
    403,
    'access_denied',
  ],
  ['a page of the same site', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'access_denied'],
  ['no custom header', { headers: { 'x-requested-with': undefined } }, 403, 'access_denied'],
  ['JSON', { headers: { 'content-type': 'application/json' } }, 415, 'invalid_request'],
  ['another grant', { body: 'grant_type=client_credentials' }, 400, 'unsupported_grant_type'],
  ['two grants', { body: refresh('&grant_type=refresh_token') }, 400, 'invalid_request'],
  ['a scope', { body: refresh('&scope=openid') }, 400, 'invalid_request'],
  ['a refresh token', { body: refresh('&refresh_token=x') }, 400, 'invalid_request'],
  ['a client secret', { body: refresh('&client_secret=x') }, 400, 'invalid_request'],
  ['the grant __proto__', { body: 'grant_type=__proto__' }, 400, 'unsupported_grant_type'],
  ['a foreign redirect_uri', { body: code('https://evil.example') }, 400, 'invalid_request'],
  [
    'a body of 9 KiB without its length',
    { body: refresh(`&a=${'x'.repeat(9 * 1024)}`), headers: { 'transfer-encoding': 'chunked' } },
    413,
    'invalid_request',
  ],
  ['no session', {}, 400, 'invalid_grant'],
  [
    'a session made up',
    { headers: { cookie: '__Host-droppoint-session=v1.test.AAAA' } },
    400,
    'invalid_grant',
  ],
  ['two slashes', { path: '//api/oauth/token' }, 404, 'not_found'],
  ['a slash at the end', { path: '/api/oauth/token/' }, 404, 'not_found'],
  ['capitals', { path: '/API/oauth/token' }, 404, 'not_found'],
];

/** Registers the tests of the token route. */
export function testTokens(running: () => Running): void {
  async function requestToken({
    method = 'POST',
    path = '/api/oauth/token',
    headers,
    body,
    from,
  }: TokenRequest = {}) {
    const expected = body ?? refresh();
    const sent = {
      method,
      headers: {
        ...ownPage(running()),
        'content-type': FORM,
        // The worker reads the address from Cloudflare's header, and Node from the connection.
        ...(from && { 'cf-connecting-ip': from }),
        ...headers,
      },
      ...(from && { from }),
      ...(method === 'POST' && { body: typeof expected === 'string' ? expected : expected(running()) }),
    };
    const answer = await running().request(path, sent);
    // An error of Wrangler's proxy, not the function's: "Your worker restarted mid-request", after a body that was refused
    // unread.
    const isWranglers = answer.status === 503 && !String(answer.body).startsWith('{');
    return isWranglers ? running().request(path, sent) : answer;
  }
  const errorOf = (answer: { body: Buffer }) => readJson(answer)['error'];

  describe('Running function: token route', () => {
    it.each(REFUSED)(
      '%s is refused without CORS headers and without a call to the platform',
      async (...row) => {
        const [, sent, status, error] = row;
        const answer = await requestToken(sent);
        expect([answer.status, errorOf(answer)]).toEqual([status, error]);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answer.headers).toMatchObject({
          'cache-control': 'no-store',
          'x-request-id': expect.stringMatching(REQUEST_ID) as string,
        });
        expect(await running().countCalls('/oauth2/token')).toBe(0);
      },
    );

    it('a code is exchanged once, and the platform’s answer stays hidden', async () => {
      const answer = await requestToken({ body: code() });
      expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_grant']);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(await running().countCalls('/oauth2/token')).toBe(1);
    });

    it('a request id that is too long is replaced', async () => {
      const answer = await requestToken({ headers: { 'x-request-id': 'a'.repeat(200) } });
      expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
    });
  });

  it('a client with too many requests gets 429, and no other client does', async () => {
    const ten = () => Promise.all(Array.from({ length: 10 }, () => requestToken()));
    const statuses: number[] = [];
    for (let burst = 0; burst < 8; burst++) statuses.push(...(await ten()).map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect((await requestToken({ from: '127.0.0.2' })).status).toBe(400);
    expect((await running().request('/api/health')).status).toBe(200);
  });
}
