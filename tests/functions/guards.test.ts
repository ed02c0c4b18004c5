import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../functions/config.ts';
import { listRoutes } from '../../functions/routes.ts';
import { CODE_FORM, ENVIRONMENT, errorOf, ORIGIN, OWN_PAGE, startHarness } from './harness.ts';

const body = new URLSearchParams(CODE_FORM).toString();
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the token route', () => {
  it('is open to a request of our own page', async () => {
    expect((await startHarness().askToken(CODE_FORM)).status).toBe(200);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])(
    'answers %s with 405 and no CORS header (case 17)',
    async (method) => {
      const { ask, calls } = startHarness();
      const answer = await ask('/api/oauth/token', { method, headers: OWN_PAGE });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(calls).toEqual([]);
    },
  );

  it.each([
    ['no origin (case 18)', { origin: undefined }],
    ['the origin "null" (case 19)', { origin: 'null' }],
    ['a suffix origin (case 20)', { origin: `${ORIGIN}.evil.example` }],
    ['a prefix of our origin', { origin: 'https://points.exampl' }],
    ['our origin over http', { origin: 'http://points.example' }],
    ['our origin with another port', { origin: `${ORIGIN}:8443` }],
    ['our origin twice', { origin: `${ORIGIN}, ${ORIGIN}` }],
    ['a page of the same site (case 21)', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['no custom header (case 22)', { 'x-requested-with': undefined }],
    ['another custom header (case 22)', { 'x-requested-with': 'XMLHttpRequest' }],
  ])('refuses %s and keeps the cookie', async (_what, changes) => {
    const { ask, calls } = startHarness();
    const headers = Object.entries({ ...OWN_PAGE, ...form, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const answer = await ask('/api/oauth/token', { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
    expect(await errorOf(answer)).toBe('access_denied');
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toEqual([]);
  });

  it('takes a browser that sends no Sec-Fetch-Site', async () => {
    const { ask } = startHarness();
    const headers = { ...form, origin: ORIGIN, 'x-requested-with': 'droppoint' };
    expect((await ask('/api/oauth/token', { method: 'POST', headers, body })).status).toBe(200);
  });

  it.each([
    '//api/oauth/token',
    '/api//oauth/token',
    '/api/oauth/token/',
    '/API/oauth/token',
    '/api/oauth/Token',
    '/api/oauth/token;a=b',
    '/api/oauth%2Ftoken',
    '/api/oauth/token%00',
    '/./api/oauth/token/.',
  ])('is not reached as %s (case 37)', async (path) => {
    const { ask, calls } = startHarness({ servePage: () => new Response('a page') });
    for (const headers of [form, { ...form, ...OWN_PAGE }]) {
      const answer = await ask(path, { method: 'POST', headers, body });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
    expect((await ask(path.replace(/^\/+/, '/'))).status).toBeGreaterThanOrEqual(400);
    expect(calls).toEqual([]);
  });

  it('guards an escaped spelling of its own address just the same (case 37)', async () => {
    const { ask, calls } = startHarness();
    for (const path of ['/api/oauth/%74oken', '/x/../api/oauth/token']) {
      expect((await ask(path, { method: 'POST', headers: form, body })).status).toBe(403);
    }
    expect(calls).toEqual([]);
  });
});

describe('every route', () => {
  const routes = listRoutes(parseSettings(ENVIRONMENT));
  const OPEN = ['/api/health', '/api/points/:id'];

  it('refuses a page of another site, except for what is open to all: health, and whether a point exists (case 73)', async () => {
    const { ask, calls } = startHarness();
    expect(routes).toHaveLength(9);
    for (const { method, path } of routes) {
      const answer = await ask(path.replace(':organizationId', '42'), {
        method,
        headers: {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          authorization: 'Bearer a',
        },
      });
      expect([path, answer.status]).toEqual([path, OPEN.includes(path) ? 200 : 403]);
    }
    expect(calls).toEqual([]);
  });

  it('that changes something asks for origin and custom header (case 73)', () => {
    const writing = routes.filter(({ method }) => method === 'POST');
    expect(writing.map(({ guard }) => guard)).toEqual(writing.map(() => 'own-page-writing'));
  });

  it('refuses the methods it has not', async () => {
    const { ask } = startHarness();
    for (const { method, path } of routes) {
      const other = method === 'POST' ? 'GET' : 'POST';
      const answer = await ask(path.replace(':organizationId', '42'), { method: other, headers: OWN_PAGE });
      expect([path, answer.status]).toEqual([path, 405]);
    }
  });

  it('answers with headers that forbid storing, sniffing and framing', async () => {
    const { ask } = startHarness();
    for (const path of ['/api/config', '/api/nowhere', '/api/oauth/token']) {
      const { headers } = await ask(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('answers 429 with Retry-After when the client asks too often (case 38)', async () => {
    const asked: string[] = [];
    const { ask, calls } = startHarness({
      limit: (bucket, address) => {
        asked.push(`${bucket} ${address}`);
        return Promise.resolve(false);
      },
    });
    for (const { method, path } of routes) {
      const answer = await ask(path.replace(':organizationId', '42'), { method });
      expect([path, answer.status]).toEqual([path, 429]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(new Set(asked)).toEqual(new Set(['login 192.0.2.1', 'list 192.0.2.1', 'other 192.0.2.1']));
    expect(calls).toEqual([]);
  });

  it('unknown below /api is answered 404 as JSON', async () => {
    const { ask } = startHarness({ servePage: () => new Response('a page') });
    for (const path of ['/api', '/api/', '/api/unknown', '/api/config/']) {
      const answer = await ask(path);
      expect([path, answer.status, await errorOf(answer)]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('GET /api/config', () => {
  it('tells what is public and nothing else', async () => {
    const answer = await startHarness().ask('/api/config');
    expect(await answer.json()).toEqual({
      issuer: 'https://account.platform.example',
      issRequired: false,
      authorizationEndpoint: 'https://account.platform.example/oauth2/authorize',
      clientId: 'droppoint',
      redirectUri: `${ORIGIN}/account/callback`,
      scope:
        'openid api:points:read api:shipments:read api:shipments:write api:returns:read api:returns:write ' +
        'api:one-time-pickups:read api:one-time-pickups:write api:tracking:read',
      platformBaseUrl: '/api/platform',
      pageParameter: 'page',
      perPageParameter: 'perPage',
    });
  });

  it('names the platform itself where calls go there directly', async () => {
    const { ask } = startHarness({ environment: { PLATFORM_CALLS: 'direct' } });
    expect(await (await ask('/api/config')).json()).toMatchObject({
      platformBaseUrl: 'https://api.platform.example',
    });
  });
});
