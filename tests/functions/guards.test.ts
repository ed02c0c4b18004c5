import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createRequestCounter, RATE_LIMITS, RATE_WINDOW_SECONDS } from '../../functions/rate-limits.ts';
import { parseSettings } from '../../functions/config.ts';
import { isAllowed, isFromForeignPage, readRequestText } from '../../functions/guards.ts';
import { findRefusal } from '../../functions/refusal.ts';
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

describe('a guard', () => {
  const SITES = [null, 'none', 'same-origin', 'same-site', 'cross-site', ''];
  const custom = { 'x-requested-with': 'droppoint' };
  /** The values of Sec-Fetch-Site with which a request passes. */
  const passing = (isPassed: (headers: Headers) => boolean, others: Record<string, string> = {}) =>
    SITES.filter((site) =>
      isPassed(new Headers(site === null ? others : { ...others, 'sec-fetch-site': site })),
    );

  it.each([
    ['anyone', {}, SITES],
    ['own-site', {}, [null, 'none', 'same-origin']],
    ['own-page', {}, []],
    ['own-page', { 'x-requested-with': 'XMLHttpRequest' }, []],
    ['own-page', custom, [null, 'same-origin']],
    ['own-page', { ...custom, origin: 'https://evil.example' }, [null, 'same-origin']],
    ['own-page-writing', custom, []],
    ['own-page-writing', { origin: ORIGIN }, []],
    ['own-page-writing', { ...custom, origin: 'https://evil.example' }, []],
    ['own-page-writing', { ...custom, origin: ORIGIN }, [null, 'same-origin']],
  ] as const)('"%s" lets pass, with %j, the sites %j (case 122)', (guard, headers, sites) => {
    expect(passing((asked) => isAllowed(guard, asked, ORIGIN), headers)).toEqual(sites);
  });

  it('knows a foreign page by what the browser says of it', () => {
    expect(passing(isFromForeignPage)).toEqual(['same-site', 'cross-site']);
  });
});

const routes = listRoutes(parseSettings(ENVIRONMENT));

describe('every route', () => {
  /** Open to servers; other methods there are those of `/api/points/:id`. */
  const BATCH = '/api/points/check';
  const unshared = routes.filter(({ path }) => path !== BATCH);
  const OPEN = ['/api/health', '/api/points/:id', '/api/openapi.json'];
  /** Open to all too; the addresses here have no number. */
  const PARCELS = ['/api/parcels', '/api/parcels/:number'];
  /** A route open to all; no network is published here. */
  const UNPUBLISHED = '/api/nearest-points';
  const SHARED = ['/api/nearest-points', '/api/points/:id', '/api/openapi.json', ...PARCELS];
  const addressOf = (path: string) =>
    path.replace(':organizationId', '42').replace('nearest-points', 'nearest-points?city=Gdynia');

  it('refuses a page of another site, except for what is open to all: health, points near a place, whether one exists, where a parcel is, and what describes them (case 73)', async () => {
    const { ask, calls } = startHarness();
    expect(routes).toHaveLength(30);
    for (const { method, path } of routes) {
      const answer = await ask(addressOf(path), {
        method,
        headers: {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          authorization: 'Bearer a',
        },
      });
      // JSON from a page of another site would need a preflight, which isn't granted.
      const open = path === UNPUBLISHED ? 503 : path === BATCH ? 415 : OPEN.includes(path) ? 200 : 403;
      const status = PARCELS.includes(path) ? 400 : open;
      expect([path, answer.status]).toEqual([path, status]);
    }
    expect(calls).toEqual([]);
  });

  it('that changes something asks for origin and custom header (case 73)', () => {
    const writing = unshared.filter(({ method }) => method !== 'GET');
    expect(writing.map(({ guard }) => guard)).toEqual(writing.map(() => 'own-page-writing'));
  });

  it('refuses the methods it has not', async () => {
    const { ask } = startHarness();
    for (const { path } of unshared) {
      const taken = unshared.filter((route) => route.path === path).map(({ method }) => method);
      const other = (['GET', 'POST', 'PUT'] as const).find((method) => !taken.includes(method))!;
      const answer = await ask(path.replace(':organizationId', '42'), { method: other, headers: OWN_PAGE });
      expect([path, answer.status]).toEqual([path, 405]);
    }
  });

  it('is open to scripts of other sites, refusals included, where it is for them, and never with cookies (case 132)', async () => {
    const { ask } = startHarness({ limit: (bucket) => Promise.resolve(bucket !== 'refused') });
    for (const { path, method } of unshared) {
      for (const asked of [method, 'PUT']) {
        const answer = await ask(addressOf(path), {
          method: asked,
          headers: { origin: 'https://shop.example' },
        });
        const allowed = [...answer.headers].filter(([name]) => name.startsWith('access-control-'));
        expect([path, asked, Object.fromEntries(allowed)]).toEqual([
          path,
          asked,
          SHARED.includes(path)
            ? {
                'access-control-allow-origin': '*',
                'access-control-expose-headers': 'retry-after, x-request-id',
              }
            : {},
        ]);
      }
    }
  });

  it('lets scripts ask with headers of their own where it is open to them, and only to read (case 132)', async () => {
    const { ask } = startHarness();
    const preflight = (path: string, method: string) =>
      ask(addressOf(path), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'x-shop',
        },
      });
    for (const { path } of unshared) {
      for (const method of ['POST', 'DELETE', 'get'])
        expect([path, method, (await preflight(path, method)).status]).toEqual([path, method, 405]);
      const answer = await preflight(path, 'GET');
      if (SHARED.includes(path)) {
        expect([path, answer.status, await answer.text()]).toEqual([path, 204, '']);
        expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
        expect(answer.headers.get('access-control-allow-headers')).toBe('*');
        // A day, so that a shop's page asks once and not before each request.
        expect(answer.headers.get('access-control-max-age')).toBe('86400');
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      } else {
        expect([path, answer.status]).toEqual([path, 405]);
        expect(answer.headers.has('access-control-allow-headers')).toBe(false);
      }
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
        'strict-transport-security': 'max-age=31536000',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('answers 429 with Retry-After when the client asks too often, each counted by what it asks for (case 38)', async () => {
    const asked: string[] = [];
    const { ask, calls } = startHarness({
      limit: (bucket, client) => {
        asked.push(`${bucket} ${client}`);
        return Promise.resolve(false);
      },
    });
    const limited = routes.filter(({ bucket }) => bucket !== null);
    expect(routes.filter((route) => !limited.includes(route)).map(({ path }) => path)).toEqual([
      '/api/health',
      '/api/ready',
    ]);
    for (const { method, path } of limited) {
      const answer = await ask(path.replace(':organizationId', '42'), { method, headers: OWN_PAGE });
      expect([path, answer.status]).toEqual([path, 429]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(asked).toEqual(limited.map(({ bucket }) => `${bucket} 192.0.2.1`));
    // Brokers' calls have two buckets: reading, which shoppers' list shares, and writing. One parcel and several share one, and so do
    // a return and its label. Every other route has its own.
    const own = limited.filter(
      ({ path }) => !path.startsWith('/api/platform/') && path !== '/api/returns/label',
    );
    expect(new Set(asked).size).toBe(own.length);
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

describe('what is for our own site', () => {
  it.each([
    ['a page of ours', 'same-origin', 200],
    ['the address bar', 'none', 200],
    ['a browser that doesn’t tell', undefined, 200],
    ['a page of a neighbour on our domain (case 73)', 'same-site', 403],
    ['a page of another site (case 73)', 'cross-site', 403],
    ['something that no browser says (case 73)', 'same-origin, none', 403],
  ])('when asked by %s', async (_what, site, status) => {
    const { ask } = startHarness();
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    for (const path of ['/api/config', '/api/embed'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, status]);
  });
});

describe('what a client may ask for', () => {
  const most = Math.max(...Object.values(RATE_LIMITS));
  const startCounting = () => startHarness({ limit: createRequestCounter(() => 0) });
  const addressOf = (path: string) => path.replace(':organizationId', '42').replace(':id', 'PL_A');

  it.each(['cross-site', 'same-site'])(
    'is not spent by requests that a %s page makes its browser send (case 108)',
    async (site) => {
      const { ask } = startCounting();
      // As an image, a form or a no-cors fetch would; except the routes for shops' pages, which no page of our own requests.
      for (const { method, path } of routes.filter(({ forShops }) => !forShops)) {
        for (let count = 0; count <= most; count++)
          await ask(addressOf(path), { method, headers: { 'sec-fetch-site': site } });
      }
      for (const { method, path } of routes) {
        const { status } = await ask(addressOf(path), { method, headers: OWN_PAGE });
        expect([path, status]).not.toEqual([path, 429]);
      }
    },
  );

  it('is not spent by requests of the wrong method, or by what is open to all (case 108)', async () => {
    const { ask } = startCounting();
    for (const path of ['/api/oauth/token', '/api/health', '/api/points/PL_A'])
      for (let count = 0; count <= most; count++) await ask(path, { method: count % 2 ? 'GET' : 'PUT' });
    for (const path of ['/api/config', '/api/embed', '/api/points?page=1&perPage=25'])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
  });

  it('is told of points near a place as often by a shop’s page as by its server, and asking first costs none of it', async () => {
    const buckets: string[] = [];
    const limit = (bucket: string) => Promise.resolve(buckets.push(bucket) > 0);
    const { ask } = startHarness({ limit });
    const ofShop = { 'sec-fetch-site': 'cross-site' };
    await ask('/api/nearest-points?city=Wola', { headers: ofShop });
    await ask('/api/nearest-points?city=Wola');
    await ask('/api/nearest-points', { method: 'OPTIONS', headers: ofShop });
    await ask('/api/nearest-points', { method: 'OPTIONS' });
    expect(buckets).toEqual(['nearest', 'nearest', 'foreign', 'foreign']);
  });

  it('ends for refusals as well, which a busy client is spared (case 108)', async () => {
    const { ask } = startCounting();
    const statuses = new Map<number, number>();
    for (let count = 0; count < RATE_LIMITS.refused * 2; count++) {
      const { status } = await ask('/api/config', { headers: { 'sec-fetch-site': 'cross-site' } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 403: RATE_LIMITS.refused, 429: RATE_LIMITS.refused });
  });

  it.each([
    ['paths', (at: number) => [`/api/nothing${at}`, 'GET'] as const],
    ['methods', (at: number) => [`/${at}`, 'POST'] as const],
  ])('ends for %s that nothing answers, and never for health (case 142)', async (_what, request) => {
    const { ask } = startCounting();
    const statuses: number[] = [];
    for (let at = 0; at < RATE_LIMITS.refused * 2; at++) {
      const [path, method] = request(at);
      statuses.push((await ask(path, { method })).status);
    }
    const half = (status: number) => new Array<number>(RATE_LIMITS.refused).fill(status);
    expect(statuses).toEqual([...half(404), ...half(429)]);
    for (let at = 0; at < RATE_LIMITS.refused * 2; at++) expect((await ask('/api/health')).status).toBe(200);
  });

  it('is the same at the edge: a counter for each bucket, with its number (case 109)', () => {
    const file = join(import.meta.dirname, '../../wrangler.jsonc');
    const { config } = ts.parseConfigFileTextToJson(file, readFileSync(file, 'utf8')) as {
      config: { ratelimits: { name: string; namespace_id: string; simple: object }[] };
    };
    expect(config.ratelimits.map(({ name, simple }) => ({ name, simple }))).toEqual(
      Object.entries(RATE_LIMITS).map(([bucket, limit]) => ({
        name: `${bucket.toUpperCase()}_LIMIT`,
        simple: { limit, period: RATE_WINDOW_SECONDS },
      })),
    );
    const namespaces = config.ratelimits.map(({ namespace_id }) => namespace_id);
    expect(new Set(namespaces).size).toBe(namespaces.length);
  });
});

describe('who a client is', () => {
  it.each(['forwarded', 'Forwarded', 'x-real-ip, x-forwarded-for', 'x real ip'])(
    'is not read from a header %s: the function doesn’t start (case 144)',
    (header) => {
      expect(() => parseSettings({ ...ENVIRONMENT, TRUSTED_PROXY_HEADER: header })).toThrow(
        'TRUSTED_PROXY_HEADER must be',
      );
    },
  );

  it('is what requests are counted by (case 110)', async () => {
    const clients: string[] = [];
    const limit = (_: string, client: string) => Promise.resolve(clients.push(client) > 0);
    await startHarness({ limit }).ask('/api/openapi.json', {}, '2001:db8:0:1::9');
    expect(clients).toEqual(['2001:db8:0:1::/64']);
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
      deduplicationHeader: 'X-Deduplication-Id',
    });
  });
});

describe('the body of a request', () => {
  const read = (
    body: BodyInit | null,
    type: string | null = 'application/json',
    further: Record<string, string> = {},
  ) => {
    const headers = type === null ? further : { 'content-type': type, ...further };
    const request = new Request(ORIGIN, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    if (type === null) request.headers.delete('content-type');
    return readRequestText(request, 'application/json', 8);
  };
  const refusalOf = (reading: Promise<string>) =>
    reading.then(
      () => null,
      (error: unknown) => findRefusal(error),
    );

  it.each(['application/json', 'Application/JSON', 'application/json ; charset=utf-8', ' application/json'])(
    'is read in the type %j',
    async (type) => {
      expect(await read('{"a":1} ', type)).toBe('{"a":1} ');
    },
  );

  it.each(['text/plain', 'application/json5', 'application/ json', null])(
    'is not read in the type %j, and it is said which is wanted',
    async (type) => {
      expect(await refusalOf(read('{}', type))).toMatchObject({
        ...{ status: 415, error: 'invalid_request', message: 'The body must be application/json.' },
      });
    },
  );

  it.each([
    ['too long, with the limit', '123456789', 413, 'The body may have 8 bytes at most.'],
    ['no text', Uint8Array.of(0xc3, 0x28), 400, 'The body is not UTF-8 text.'],
  ])('is told to be %s', async (_what, body, status, message) => {
    expect(await refusalOf(read(body))).toMatchObject({ status, error: 'invalid_request', message });
  });

  it.each([
    ['2', '{}', '{}'],
    ['2', '123456789', 413],
    ['9', '123456789', 413],
    ['', '123456789', 413],
    ['0x2', '123456789', 413],
  ])('of the announced length %j is no longer than its limit: %s', async (length, body, expected) => {
    const answer = read(body, 'application/json', { 'content-length': length });
    expect(await answer.catch((error: unknown) => findRefusal(error)?.status)).toBe(expected);
  });

  it.each([{ 'content-length': '9' }, { 'content-length': '2', 'transfer-encoding': 'chunked' }])(
    'is not read beyond its limit if its length is unknown or too large: %j',
    async (headers) => {
      let pulled = 0;
      const body = new ReadableStream(
        { pull: (controller) => controller.enqueue(new Uint8Array(5).fill(++pulled)) },
        { highWaterMark: 0 },
      );
      expect(await refusalOf(read(body, 'application/json', headers))).toMatchObject({ status: 413 });
      expect(pulled).toBe(2);
    },
  );

  it.each([
    [new TypeError('terminated'), 'TypeError', {}],
    ['gone', 'the body broke off', {}],
    [new TypeError('terminated'), 'TypeError', { 'content-length': '2' }],
  ])('that breaks off is the client’s doing, told in the log alone: %s', async (fault, detail, headers) => {
    const body = new ReadableStream({ pull: (controller) => controller.error(fault) });
    expect(await refusalOf(read(body, 'application/json', headers))).toMatchObject({
      ...{ status: 499, error: 'client_closed_request', detail },
    });
  });
});
