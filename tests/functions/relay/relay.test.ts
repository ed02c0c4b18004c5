import { describe, expect, it } from 'vitest';
import {
  answerHtml,
  answerJson,
  BASE,
  ENVIRONMENT,
  errorOf,
  OWN_PAGE,
  PAGE,
  startHarness,
} from '../harness.ts';
import { bearer, cookie, LIST, send, shipmentsOf } from './relay-requests.ts';

describe('Relay', () => {
  it('points are listed with the broker’s token and the page parameters', async () => {
    const { request, calls } = startHarness();
    const answer = await request(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    expect(await answer.json()).toEqual(PAGE);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(calls.map(({ url, method }) => `${method} ${url}`)).toEqual([
      `GET ${BASE}/location/v1/points?page=1&perPage=25`,
    ]);
    expect([...calls[0]!.headers.keys()]).toEqual(['accept', 'authorization', 'x-request-id']);
  });

  it('the relay accepts the parameter names that the settings give the browser', async () => {
    const { request, calls } = startHarness({ environment: { PLATFORM_PAGE_PARAMETER: 'p' } });
    const headers = { ...OWN_PAGE, ...bearer };
    expect((await request(LIST, { headers })).status).toBe(400);
    await request('/api/platform/location/v1/points?p=3&perPage=25', { headers });
    expect(calls.map(({ url }) => url)).toEqual([`${BASE}/location/v1/points?p=3&perPage=25`]);
  });

  it('a shipment is sent once, with its text unchanged', async () => {
    const harness = startHarness({ api: [() => answerJson({ id: 's-1' }, 201)] });
    const answer = await send(harness, shipmentsOf('42'));
    expect([answer.status, await answer.json()]).toEqual([201, { id: 's-1' }]);
    expect(harness.calls).toHaveLength(1);
    expect(harness.calls[0]).toMatchObject({
      url: `${BASE}/shipping/v2/organizations/42/shipments`,
      method: 'POST',
      body: '{"parcels":[{"weight":1.50}]}',
      redirect: 'manual',
    });
  });

  it('only token, request id and body are forwarded', async () => {
    const harness = startHarness({ api: [() => answerJson({})] });
    await send(harness, shipmentsOf('42'), {
      headers: {
        cookie: `a=1; ${cookie}`,
        referer: 'https://points.example/account',
        'x-forwarded-for': '192.0.2.9',
        'x-request-id': 'request-from-page',
      },
    });
    expect(Object.fromEntries(harness.calls[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer broker-token',
      'content-type': 'application/json',
      'x-request-id': 'request-from-page',
    });
  });

  it.each([
    undefined,
    'Basic YTpi',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a,b',
    'bearer a',
    `Bearer ${'a'.repeat(20_000)}`,
  ])('a bearer token is required, and %s isn’t one', async (authorization) => {
    const { request, calls } = startHarness();
    const headers = {
      ...OWN_PAGE,
      'content-type': 'application/json',
      cookie,
      ...(authorization === undefined ? {} : { authorization }),
    };
    const answers = [
      await request(LIST, { headers }),
      await request(shipmentsOf('42'), { method: 'POST', headers, body: '{}' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({
        error: 'invalid_token',
        message:
          'This call needs a login: send its access token as a bearer token, with its session’s cookie.',
      });
    expect(calls).toEqual([]);
  });

  // Proves: security/relay-with-session.
  it('a session’s cookie is required: an invented token without one never reaches the platform', async () => {
    const { request, calls } = startHarness();
    for (let at = 0; at < 500; at++) {
      const headers = { ...OWN_PAGE, authorization: `Bearer made-up${at}` };
      expect((await request(LIST, { headers })).status).toBe(401);
    }
    expect(calls).toEqual([]);
  });

  it('an app on http://localhost needs no session, since WebKit stores no secure cookie there', async () => {
    const origin = 'http://localhost:3000';
    const { request, calls } = startHarness({ environment: { APP_ORIGIN: origin } });
    const headers = { ...OWN_PAGE, origin, authorization: 'Bearer access' };
    expect((await request(LIST, { headers })).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it.each<[what: string, cookie: string, environment?: Record<string, string>]>([
    ['none of ours', 'a=1'],
    ['empty', '__Host-droppoint-session='],
    ['made up', '__Host-droppoint-session=a.b.c.d.e'],
    // Not the last character, some bits of which have no meaning.
    ['changed', `${cookie.slice(0, -9)}${cookie.at(-9) === 'A' ? 'B' : 'A'}${cookie.slice(-8)}`],
    ['of another name', cookie.replace('__Host-', '')],
    ['twice', `${cookie}; ${cookie}`],
    ['of a key that was removed', cookie, { SESSION_KEYS: `later:${'B'.repeat(43)}` }],
    ['of another site', cookie, { APP_ORIGIN: 'https://other.example' }],
  ])(
    'a cookie that is %s is refused with an error that leads to a login',
    async (_what, cookie, environment = {}) => {
      const harness = startHarness({ environment });
      const headers = { ...bearer, cookie };
      const { APP_ORIGIN: origin = OWN_PAGE.origin } = environment;
      const list = await harness.request(LIST, { headers: { ...OWN_PAGE, origin, ...headers } });
      const shipment = await send(harness, shipmentsOf('42'), { headers: { ...headers, origin } });
      expect([list.status, await errorOf(list)]).toEqual([401, 'invalid_token']);
      expect([shipment.status, await errorOf(shipment)]).toEqual([401, 'invalid_token']);
      expect(harness.calls).toEqual([]);
    },
  );

  it('a session sealed with an earlier key is accepted, one that was logged out or has ended isn’t', async () => {
    const keys = { SESSION_KEYS: `later:${'B'.repeat(43)} ${ENVIRONMENT['SESSION_KEYS']}` };
    const harness = startHarness({ environment: keys });
    const list = async () => (await harness.request(LIST, { headers: { ...OWN_PAGE, ...bearer } })).status;
    expect(await list()).toBe(200);
    harness.clock.nowMs += 12 * 3_600_000 - 1_000;
    expect(await list()).toBe(200);
    harness.clock.nowMs += 1_000;
    expect(await list()).toBe(401);
    harness.clock.nowMs -= 3_600_000;
    expect(await list()).toBe(200);
    await harness.request('/api/oauth/logout', { method: 'POST', headers: { ...OWN_PAGE, cookie } });
    expect(await list()).toBe(401);
  });

  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['no custom header', { 'x-requested-with': '' }],
  ])('the relay refuses %s', async (_what, changes) => {
    const harness = startHarness();
    const list = await harness.request(LIST, { headers: { ...OWN_PAGE, ...bearer, ...changes } });
    const shipment = await send(harness, shipmentsOf('42'), { headers: changes });
    expect([list.status, shipment.status]).toEqual([403, 403]);
    expect(harness.calls).toEqual([]);
  });

  it('a shipment from another origin is refused', async () => {
    const harness = startHarness();
    const answer = await send(harness, shipmentsOf('42'), { headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });

  it('the relay has no routes if brokers call the platform directly', async () => {
    const harness = startHarness({ environment: { PLATFORM_CALLS: 'direct' } });
    expect((await harness.request(LIST, { headers: { ...OWN_PAGE, ...bearer } })).status).toBe(404);
    expect((await send(harness, shipmentsOf('42'))).status).toBe(404);
  });

  it.each([
    '/api/platform',
    '/api/platform/account/v1/me',
    '/api/platform/shipping/v2/organizations/42',
    '/api/platform/location/v2/points',
  ])('no other operation exists: %s', async (path) => {
    const { request, calls } = startHarness();
    expect((await request(path, { headers: { ...OWN_PAGE, ...bearer } })).status).toBe(404);
    expect(calls).toEqual([]);
  });
});

describe('Organization id in a relayed path', () => {
  it.each([
    '%252e%252e',
    '..%2f..%2faccount',
    'a%2Fb',
    'a%5Cb',
    'a..b',
    'ab..c',
    '.hidden',
    '%40evil.example',
    'a@evil.example',
    'a%0d%0aHost:evil.example',
    'a%00',
    'a%3Fb',
    'a%23b',
    'https:%2F%2Fevil.example',
    '%E2%80%AE',
    '42%20',
    'a'.repeat(129),
  ])('an id like %s is refused, and the platform’s host never changes', async (id) => {
    const harness = startHarness();
    const answer = await send(harness, shipmentsOf(id));
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_request']);
    expect(harness.calls).toEqual([]);
  });

  it.each(['..', '%2e%2e', '.%2E', '', '%2e'])('an id like "%s" matches no route', async (id) => {
    const harness = startHarness();
    expect((await send(harness, shipmentsOf(id))).status).toBe(404);
    expect(harness.calls).toEqual([]);
  });

  it.each(['42', 'org_7-B.x', '6f9619ff-8b86-d011-b42d-00c04fc964ff', 'urn:org:7', 'a'.repeat(128)])(
    'an id like %s is one segment of the platform’s path',
    async (id) => {
      const harness = startHarness({ api: [() => answerJson({})] });
      expect((await send(harness, shipmentsOf(id))).status).toBe(200);
      const url = new URL(harness.calls[0]?.url ?? '');
      expect(url.origin).toBe(BASE);
      expect(url.pathname.split('/').map(decodeURIComponent)).toEqual([
        '',
        'shipping',
        'v2',
        'organizations',
        id,
        'shipments',
      ]);
    },
  );
});

describe('Refused relay requests', () => {
  it.each<[message: string, path: string, changes?: RequestInit]>([
    ['organizationId must be 1 to 128 letters, digits, ".", "_", ":" or "-".', shipmentsOf('a'.repeat(129))],
    ['This endpoint takes no query parameters.', `${shipmentsOf('42')}?a`],
    [
      'The body has too many levels or too many values.',
      shipmentsOf('42'),
      { body: '['.repeat(33) + ']'.repeat(33) },
    ],
    ['The body must be a JSON object.', shipmentsOf('42'), { body: '[]' }],
  ])('a refusal names its reason: %s', async (message, path, changes) => {
    const answer = await send(startHarness(), path, changes);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', message });
  });

  it('a missing token is reported, whatever the body', async () => {
    const { request } = startHarness();
    const headers = { ...OWN_PAGE, 'content-type': 'text/plain' };
    expect((await request(shipmentsOf('42'), { method: 'POST', headers, body: 'x' })).status).toBe(401);
  });
});

describe('Body of a relayed shipment', () => {
  it.each(['[]', '"text"', 'null', '1', '', '{', '{"a":1}x'])('a body like %s is refused', async (body) => {
    const harness = startHarness();
    expect((await send(harness, shipmentsOf('42'), { body })).status).toBe(400);
    expect(harness.calls).toEqual([]);
  });

  it('another media type gets 415, more than 256 KiB gets 413, and a query gets 400', async () => {
    const harness = startHarness();
    const statuses = [
      await send(harness, shipmentsOf('42'), { headers: { 'content-type': 'text/plain' } }),
      await send(harness, shipmentsOf('42'), { body: `{"a":"${'x'.repeat(256 * 1024)}"}` }),
      await send(harness, `${shipmentsOf('42')}?dryRun=1`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([415, 413, 400]);
    expect(harness.calls).toEqual([]);
  });
});

describe('Deduplication id of a shipment', () => {
  const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';

  it('the deduplication id is sent in the header that the settings name', async () => {
    const harness = startHarness({ api: [() => answerJson({}, 201)] });
    await send(harness, shipmentsOf('42'), { headers: { 'x-deduplication-id': id } });
    expect(harness.calls[0]!.headers.get('x-deduplication-id')).toBe(id);
    const named = startHarness({
      api: [() => answerJson({}, 201)],
      environment: { PLATFORM_DEDUPLICATION_HEADER: 'X-Once' },
    });
    await send(named, shipmentsOf('42'), { headers: { 'x-deduplication-id': id } });
    expect(named.calls[0]!.headers.get('x-once')).toBe(id);
  });

  it.each(['short', 'a'.repeat(65), 'with space in it', 'a;b=c;d=e;f'])(
    'the deduplication id %j is refused',
    async (wrong) => {
      const harness = startHarness();
      const answer = await send(harness, shipmentsOf('42'), { headers: { 'x-deduplication-id': wrong } });
      expect(answer.status).toBe(400);
      expect(harness.calls).toEqual([]);
    },
  );
});

it('the log has nothing about parcels: no people, places, numbers or texts of the platform', async () => {
  const message = { title: 'no', detail: 'Ida Brzoza', errors: { 'recipient.email': ['invalid'] } };
  const harness = startHarness({
    api: [
      () => answerJson({ trackingNumber: '690042' }, 201),
      () => answerJson(message, 422),
      () => answerHtml(502),
    ],
  });
  const body = JSON.stringify({
    recipient: { firstName: 'Ida', email: 'ida@fern.example' },
    id: 'PL_TST01X',
  });
  for (let call = 0; call < 3; call++) await send(harness, shipmentsOf('org-77'), { body });
  const headers = { ...OWN_PAGE, ...bearer };
  for (const path of [
    '/shipping/v2/organizations/org-77/shipments/690042',
    '/tracking/v1/parcels?trackingNumbers=690042',
    '/pickups/v1/cutoff-time?postalCode=00-950&countryCode=PL',
  ])
    await harness.request(`/api/platform${path}`, { headers });
  expect(harness.logs).toHaveLength(6);
  expect(JSON.stringify(harness.logs)).not.toMatch(/Ida|fern|TST01X|org-77|690042|00-950|recipient/);
});

describe('Other relayed operations', () => {
  const request = async (method: string, path: string, body?: object) => {
    const harness = startHarness({ api: [() => answerJson({ id: 'x' })] });
    const headers = { ...OWN_PAGE, ...bearer, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await harness.request(`/api/platform${path}`, init);
    return { status: answer.status, calls: harness.calls.map(({ method, url }) => `${method} ${url}`) };
  };

  it.each<[method: string, path: string, body?: object]>([
    ['GET', '/location/v1/points/PL_1'],
    ['GET', '/shipping/v2/organizations/42/shipments/6900'],
    ['GET', '/tracking/v1/parcels?trackingNumbers=1&trackingNumbers=2'],
    ['POST', '/returns/v1/organizations/42/shipments', { sender: {} }],
    ['GET', '/returns/v1/organizations/42/shipments/r-1'],
    ['POST', '/pickups/v1/organizations/42/one-time-pickups', {}],
    ['GET', '/pickups/v1/organizations/42/one-time-pickups?page=0&size=20&sort=createdTime,desc'],
    ['GET', '/pickups/v1/organizations/42/one-time-pickups/p-1'],
    ['PUT', '/pickups/v1/organizations/42/one-time-pickups/p-1/cancel'],
    ['GET', '/pickups/v1/cutoff-time?postalCode=00-950&countryCode=PL'],
  ])('an operation is relayed unchanged: %s %s', async (method, path, body) => {
    expect(await request(method, path, body)).toEqual({
      status: 200,
      calls: [`${method} ${BASE}${path.replace(',', '%2C')}`],
    });
  });

  it.each([
    ['GET', '/tracking/v1/parcels?trackingNumbers=1&other=2', 400],
    ['GET', '/tracking/v1/parcels?trackingNumbers=a%00b', 400],
    ['GET', `/tracking/v1/parcels?trackingNumbers=${'1,'.repeat(200)}`, 400],
    ['GET', '/location/v1/points/PL_1?page=1', 400],
    ['DELETE', '/pickups/v1/organizations/42/one-time-pickups/p-1', 405],
    ['PUT', '/pickups/v1/organizations/42/one-time-pickups/p-1/cancel?force=1', 400],
    ['GET', '/account/v1/me', 404],
  ])('a similar path isn’t relayed: %s %s', async (method, path, status) => {
    expect(await request(method, path)).toEqual({ status, calls: [] });
  });
});
