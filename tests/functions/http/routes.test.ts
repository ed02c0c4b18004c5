import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  createRequestCounter,
  RATE_LIMITS,
  RATE_WINDOW_SECONDS,
} from '../../../functions/http/rate-limits.ts';
import { parseSettings } from '../../../functions/config.ts';
import { listRoutes } from '../../../functions/routes.ts';
import { ENVIRONMENT, errorOf, OWN_PAGE, startHarness } from '../harness.ts';

const routes = listRoutes(parseSettings(ENVIRONMENT));

describe('Every route', () => {
  /** Open to servers; other methods of this path belong to `/api/points/:id`. */
  const BATCH = '/api/points/check';
  const unshared = routes.filter(({ path }) => path !== BATCH);
  /** Open to all who have a shop's link. */
  const CHOICES = '/api/point-choices';
  const OPEN = ['/api/health', '/api/points/:id', '/api/openapi.json'];
  /** Also public; the URLs here have no number. */
  const PARCELS = ['/api/parcels', '/api/parcels/:number', '/api/parcels/:number/calendar.ics'];
  /** A public route; no network is published here. */
  const UNPUBLISHED = '/api/nearest-points';
  const SHARED = ['/api/nearest-points', '/api/points/:id', '/api/openapi.json', ...PARCELS];
  const addressOf = (path: string) =>
    path.replace(':organizationId', '42').replace('nearest-points', 'nearest-points?city=Gdynia');

  // RFC 10017 §6.1.3.3.
  it('a page of another site is refused, except by the public routes: health, nearest points, checks of a point, parcels, and the API description', async () => {
    const { request: send, calls } = startHarness();
    expect(routes).toHaveLength(33);
    for (const { method, path } of routes) {
      const answer = await send(addressOf(path), {
        method,
        headers: {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          authorization: 'Bearer a',
        },
      });
      // JSON from a page of another site would need a preflight, which isn't granted.
      const open =
        path === UNPUBLISHED
          ? 503
          : path === BATCH
            ? 415
            : path === CHOICES
              ? 503
              : OPEN.includes(path)
                ? 200
                : 403;
      const status = PARCELS.includes(path) ? 400 : open;
      expect([path, answer.status]).toEqual([path, status]);
    }
    expect(calls).toEqual([]);
  });

  it('unknown parameters, such as those of proxies and caches, are ignored', async () => {
    const open = routes.filter(
      ({ method, path }) => method === 'GET' && !path.startsWith('/api/platform') && path !== '/api/ready',
    );
    expect(open).toHaveLength(11);
    const addresses = open.map(({ path }) =>
      addressOf(path)
        .replace(':id', 'PL_A')
        .replace(/parcels$/, 'parcels?numbers=GUESS0001')
        .replace(':number', 'GUESS0001')
        .replace(/points$/, 'points?page=1&perPage=25'),
    );
    const readAnswer = async (path: string) => {
      const answer = await startHarness().request(path);
      const { request_id: _, ...body } = (await answer.json()) as { request_id?: string };
      return [path, answer.status, body];
    };
    for (const address of addresses)
      for (const more of ['_=1', 'utm_source=mail&utm_source=mail', '__proto__=1', 'limits=1&x'])
        expect((await readAnswer(`${address}${address.includes('?') ? '&' : '?'}${more}`)).slice(1)).toEqual(
          (await readAnswer(address)).slice(1),
        );
  });

  // Proves: security/own-origin.
  it('a route that changes something requires the origin and the custom header', () => {
    // A choice's link is its permission, wherever it is sent from, and a page of another site has none.
    const writing = unshared.filter(({ method, path }) => method !== 'GET' && path !== CHOICES);
    expect(writing.map(({ guard }) => guard)).toEqual(writing.map(() => 'own-page-writing'));
  });

  it('methods that a route doesn’t have are refused', async () => {
    const { request: send } = startHarness();
    for (const { path } of unshared) {
      const taken = unshared.filter((route) => route.path === path).map(({ method }) => method);
      const other = (['GET', 'POST', 'PUT'] as const).find((method) => !taken.includes(method))!;
      const answer = await send(path.replace(':organizationId', '42'), { method: other, headers: OWN_PAGE });
      expect([path, answer.status]).toEqual([path, 405]);
    }
  });

  // Fetch §3.2.
  // Proves: security/open-answers.
  it('public routes can be read by scripts of other sites, refusals included, and never with cookies', async () => {
    const { request: send } = startHarness({ limit: (bucket) => Promise.resolve(bucket !== 'refused') });
    for (const { path, method } of unshared) {
      for (const requested of [method, 'PUT']) {
        const answer = await send(addressOf(path), {
          method: requested,
          headers: { origin: 'https://shop.example' },
        });
        const allowed = [...answer.headers].filter(([name]) => name.startsWith('access-control-'));
        expect([path, requested, Object.fromEntries(allowed)]).toEqual([
          path,
          requested,
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

  it('public routes accept custom headers of scripts, and only for reading', async () => {
    const { request: send } = startHarness();
    const preflight = (path: string, method: string) =>
      send(addressOf(path), {
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
        // A day, so that a shop's page sends one preflight, not one for each request.
        expect(answer.headers.get('access-control-max-age')).toBe('86400');
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      } else {
        expect([path, answer.status]).toEqual([path, 405]);
        expect(answer.headers.has('access-control-allow-headers')).toBe(false);
      }
    }
  });

  it('answers have headers that forbid storing, sniffing and framing', async () => {
    const { request: send } = startHarness();
    for (const path of ['/api/config', '/api/nowhere', '/api/oauth/token']) {
      const { headers } = await send(path);
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

  // RFC 6585 §4.
  // Proves: security/counted-requests.
  it('a client with too many requests gets 429 and Retry-After, counted by kind of request', async () => {
    const requested: string[] = [];
    const { request: send, calls } = startHarness({
      limit: (bucket, client) => {
        requested.push(`${bucket} ${client}`);
        return Promise.resolve(false);
      },
    });
    const limited = routes.filter(({ bucket }) => bucket !== null);
    expect(routes.filter((route) => !limited.includes(route)).map(({ path }) => path)).toEqual([
      '/api/health',
      '/api/ready',
    ]);
    for (const { method, path } of limited) {
      const answer = await send(path.replace(':organizationId', '42'), { method, headers: OWN_PAGE });
      expect([path, answer.status]).toEqual([path, 429]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(requested).toEqual(limited.map(({ bucket }) => `${bucket} 192.0.2.1`));
    // Brokers' calls have two buckets, for reading and writing. Computing routes share one, so do
    // parcels, a return and its label, and the lists of shops.
    const shared = limited.filter(({ path }) =>
      /^\/api\/(platform|parcels|returns|embed|choose|[\w-]*points)/.test(path),
    );
    const buckets = ['compute', 'embed', 'parcel', 'return', 'list', 'shipment'];
    expect(new Set(shared.map(({ bucket }) => bucket))).toEqual(new Set(buckets));
    expect(new Set(requested).size).toBe(limited.length - shared.length + buckets.length);
    expect(calls).toEqual([]);
  });

  it('unknown paths below /api get 404 as JSON', async () => {
    const { request: send } = startHarness({ servePage: () => new Response('a page') });
    for (const path of ['/api', '/api/', '/api/unknown', '/api/config/']) {
      const answer = await send(path);
      expect([path, answer.status, await errorOf(answer)]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('Rate limits of a client', () => {
  /** Records the buckets of the counted requests. */
  const startNoting = () => {
    const buckets: string[] = [];
    const limit = (bucket: string) => Promise.resolve(buckets.push(bucket) > 0);
    return { ...startHarness({ limit }), buckets };
  };
  const startCounting = () => startHarness({ limit: createRequestCounter(() => 0) });
  const addressOf = (path: string) => path.replace(':organizationId', '42').replace(':id', 'PL_A');

  // Fetch Metadata §2.3.
  it.each(['cross-site', 'same-site'])(
    'requests that a %s page makes a browser send don’t use up the client’s limit',
    async (site) => {
      const { request: send, buckets } = startNoting();
      // As an image, a form or a no-cors fetch would; except the routes for shops' pages, which no page of our own requests.
      for (const { method, path } of routes.filter(({ forShops }) => !forShops))
        await send(addressOf(path), { method, headers: { 'sec-fetch-site': site } });
      expect([...new Set(buckets)].sort()).toEqual(['foreign', 'refused']);
    },
  );

  it('requests with a wrong method, or to public routes, don’t use up the client’s limit', async () => {
    const { request: send, buckets } = startNoting();
    for (const path of ['/api/oauth/token', '/api/health', '/api/points/PL_A'])
      for (const method of ['GET', 'PUT']) await send(path, { method });
    expect([...new Set(buckets)].sort()).toEqual(['compute', 'refused']);
  });

  it('nearest points have the same limit for a shop’s page and its server, and preflights cost none of it', async () => {
    const { request: send, buckets } = startNoting();
    const ofShop = { 'sec-fetch-site': 'cross-site' };
    await send('/api/nearest-points?city=Wola', { headers: ofShop });
    await send('/api/nearest-points?city=Wola');
    await send('/api/nearest-points', { method: 'OPTIONS', headers: ofShop });
    await send('/api/nearest-points', { method: 'OPTIONS' });
    expect(buckets).toEqual(['compute', 'compute', 'compute', 'compute', 'foreign', 'foreign']);
  });

  it('refusals are limited too, without affecting a busy client', async () => {
    const { request: send } = startCounting();
    const statuses = new Map<number, number>();
    for (let count = 0; count < RATE_LIMITS.refused * 2; count++) {
      const { status } = await send('/api/config', { headers: { 'sec-fetch-site': 'cross-site' } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 403: RATE_LIMITS.refused, 429: RATE_LIMITS.refused });
  });

  it.each([
    ['paths', (at: number) => [`/api/nothing${at}`, 'GET'] as const],
    ['methods', (at: number) => [`/${at}`, 'POST'] as const],
  ])('requests for %s without an answer are limited, and health never is', async (_what, request) => {
    const { request: send } = startCounting();
    const statuses: number[] = [];
    for (let at = 0; at < RATE_LIMITS.refused * 2; at++) {
      const [path, method] = request(at);
      statuses.push((await send(path, { method })).status);
    }
    const half = (status: number) => new Array<number>(RATE_LIMITS.refused).fill(status);
    expect(statuses).toEqual([...half(404), ...half(429)]);
    for (let at = 0; at < RATE_LIMITS.refused * 2; at++) expect((await send('/api/health')).status).toBe(200);
  });

  it('the edge has the same limits: a counter for each bucket, with its number', () => {
    const file = join(import.meta.dirname, '../../../wrangler.jsonc');
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
