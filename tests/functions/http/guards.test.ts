import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../../functions/config.ts';
import { isAllowed, isFromForeignPage, readRequestText } from '../../../functions/http/guards.ts';
import { findRefusal } from '../../../functions/http/refusal.ts';
import { CODE_FORM, ENVIRONMENT, errorOf, ORIGIN, OWN_PAGE, startHarness } from '../harness.ts';

const body = new URLSearchParams(CODE_FORM).toString();
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('Token route', () => {
  it('a request of our own page is accepted', async () => {
    expect((await startHarness().requestToken(CODE_FORM)).status).toBe(200);
  });

  // RFC 6749 §3.2, RFC 10017 §6.1.3.3.
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])(
    '%s is answered with 405 and no CORS header',
    async (method) => {
      const { request: send, calls } = startHarness();
      const answer = await send('/api/oauth/token', { method, headers: OWN_PAGE });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(calls).toEqual([]);
    },
  );

  // RFC 10017 §6.1.3.3, RFC 6454 §7.3, RFC 6454 §5.
  it.each([
    ['no origin', { origin: undefined }],
    ['the origin "null"', { origin: 'null' }],
    ['a suffix origin', { origin: `${ORIGIN}.evil.example` }],
    ['a prefix of our origin', { origin: 'https://points.exampl' }],
    ['our origin over http', { origin: 'http://points.example' }],
    ['our origin with another port', { origin: `${ORIGIN}:8443` }],
    ['our origin twice', { origin: `${ORIGIN}, ${ORIGIN}` }],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['no custom header', { 'x-requested-with': undefined }],
    ['another custom header', { 'x-requested-with': 'XMLHttpRequest' }],
  ])('%s is refused, and the cookie stays', async (_what, changes) => {
    const { request: send, calls } = startHarness();
    const headers = Object.entries({ ...OWN_PAGE, ...form, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const answer = await send('/api/oauth/token', { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
    expect(await errorOf(answer)).toBe('access_denied');
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(calls).toEqual([]);
  });

  it('a browser without Sec-Fetch-Site is accepted', async () => {
    const { request: send } = startHarness();
    const headers = { ...form, origin: ORIGIN, 'x-requested-with': 'droppoint' };
    expect((await send('/api/oauth/token', { method: 'POST', headers, body })).status).toBe(200);
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
  ])('the route can’t be reached as %s', async (path) => {
    const { request: send, calls } = startHarness({ servePage: () => new Response('a page') });
    for (const headers of [form, { ...form, ...OWN_PAGE }]) {
      const answer = await send(path, { method: 'POST', headers, body });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
    expect((await send(path.replace(/^\/+/, '/'))).status).toBeGreaterThanOrEqual(400);
    expect(calls).toEqual([]);
  });

  it('an escaped spelling of the route’s path is guarded in the same way', async () => {
    const { request: send, calls } = startHarness();
    for (const path of ['/api/oauth/%74oken', '/x/../api/oauth/token']) {
      expect((await send(path, { method: 'POST', headers: form, body })).status).toBe(403);
    }
    expect(calls).toEqual([]);
  });
});

describe('Guards', () => {
  const SITES = [null, 'none', 'same-origin', 'same-site', 'cross-site', ''];
  const custom = { 'x-requested-with': 'droppoint' };
  /** The values of Sec-Fetch-Site with which a request passes. */
  const passing = (isPassed: (headers: Headers) => boolean, others: Record<string, string> = {}) =>
    SITES.filter((site) =>
      isPassed(new Headers(site === null ? others : { ...others, 'sec-fetch-site': site })),
    );

  // Fetch Metadata §2.3.
  // Proves: security/own-origin.
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
  ] as const)('"%s" accepts, with %j, the sites %j', (guard, headers, sites) => {
    expect(passing((requested) => isAllowed(guard, requested, ORIGIN), headers)).toEqual(sites);
  });

  it('a foreign page is recognised by the browser’s headers', () => {
    expect(passing(isFromForeignPage)).toEqual(['same-site', 'cross-site']);
  });
});

describe('Routes for our own site', () => {
  // RFC 10017 §6.1.3.3.
  it.each([
    ['a page of ours', 'same-origin', 200],
    ['the address bar', 'none', 200],
    ['a browser that sends no Sec-Fetch-Site', undefined, 200],
    ['a page of a sibling host', 'same-site', 403],
    ['a page of another site', 'cross-site', 403],
    ['a value that no browser sends', 'same-origin, none', 403],
  ])('the route answers or refuses a request from %s', async (_what, site, status) => {
    const { request: send } = startHarness();
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    for (const path of ['/api/config', '/api/embed'])
      expect([path, (await send(path, { headers })).status]).toEqual([path, status]);
  });
});

describe('Client address', () => {
  // RFC 7239 §6.
  it.each(['forwarded', 'Forwarded', 'x-real-ip, x-forwarded-for', 'x real ip'])(
    'a header %s isn’t accepted for the client’s address: the function doesn’t start',
    (header) => {
      expect(() => parseSettings({ ...ENVIRONMENT, TRUSTED_PROXY_HEADER: header })).toThrow(
        'TRUSTED_PROXY_HEADER must be',
      );
    },
  );

  // RFC 4291 §2.5.4.
  it('requests are counted by the client’s address', async () => {
    const clients: string[] = [];
    const limit = (_: string, client: string) => Promise.resolve(clients.push(client) > 0);
    await startHarness({ limit }).request('/api/openapi.json', {}, '2001:db8:0:1::9');
    expect(clients).toEqual(['2001:db8:0:1::/64']);
  });
});

describe('GET /api/config', () => {
  it('the answer contains the public settings and nothing else', async () => {
    const answer = await startHarness().request('/api/config');
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

  it('the answer has the platform’s address if pages call it directly', async () => {
    const { request: send } = startHarness({ environment: { PLATFORM_CALLS: 'direct' } });
    expect(await (await send('/api/config')).json()).toMatchObject({
      platformBaseUrl: 'https://api.platform.example',
      deduplicationHeader: 'X-Deduplication-Id',
    });
  });
});

describe('Request body', () => {
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
    'a body of the type %j is read',
    async (type) => {
      expect(await read('{"a":1} ', type)).toBe('{"a":1} ');
    },
  );

  it.each(['text/plain', 'application/json5', 'application/ json', null])(
    'a body of the type %j is refused, and the message names the required type',
    async (type) => {
      expect(await refusalOf(read('{}', type))).toMatchObject({
        ...{ status: 415, error: 'invalid_request', message: 'The body must be application/json.' },
      });
    },
  );

  it.each([
    ['too long, with the limit', '123456789', 413, 'The body must not be longer than 8 bytes.'],
    ['no text', Uint8Array.of(0xc3, 0x28), 400, 'The body is not UTF-8 text.'],
  ])('a body is refused as %s', async (_what, body, status, message) => {
    expect(await refusalOf(read(body))).toMatchObject({ status, error: 'invalid_request', message });
  });

  it.each([
    ['2', '{}', '{}'],
    ['2', '123456789', 413],
    ['9', '123456789', 413],
    ['', '123456789', 413],
    ['0x2', '123456789', 413],
  ])('a body with the Content-Length %j must not exceed the limit: %s', async (length, body, expected) => {
    const answer = read(body, 'application/json', { 'content-length': length });
    expect(await answer.catch((error: unknown) => findRefusal(error)?.status)).toBe(expected);
  });

  it.each([{ 'content-length': '9' }, { 'content-length': '2', 'transfer-encoding': 'chunked' }])(
    'a body of unknown or excessive length isn’t read beyond its limit: %j',
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
    ['gone', 'the body was cut off', {}],
    [new TypeError('terminated'), 'TypeError', { 'content-length': '2' }],
  ])(
    'an aborted body counts as the client’s doing, and only the log mentions it: %s',
    async (fault, detail, headers) => {
      const body = new ReadableStream({ pull: (controller) => controller.error(fault) });
      expect(await refusalOf(read(body, 'application/json', headers))).toMatchObject({
        ...{ status: 499, error: 'client_closed_request', detail },
      });
    },
  );
});
