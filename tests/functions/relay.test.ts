import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answerHtml,
  answerJson,
  BASE,
  CODE_FORM,
  errorOf,
  OWN_PAGE,
  PAGE,
  START_MS,
  startHarness,
  type HarnessOptions,
  type UpstreamAnswer,
} from './harness.ts';

const LIST = '/api/platform/location/v1/points?page=1&perPage=25';
const bearer = { authorization: 'Bearer broker-token' };
const shipmentsOf = (id: string) => `/api/platform/shipping/v2/organizations/${id}/shipments`;

const redirect = (status: number) => answerJson({}, status, { location: 'https://evil.example' });

function send(harness: ReturnType<typeof startHarness>, path: string, changes: RequestInit = {}) {
  return harness.ask(path, {
    method: 'POST',
    body: '{"parcels":[{"weight":1.50}]}',
    ...changes,
    headers: { ...OWN_PAGE, ...bearer, 'content-type': 'application/json', ...(changes.headers as object) },
  });
}

describe('the relay', () => {
  it('lists points with the broker’s token and the page parameters', async () => {
    const { ask, calls } = startHarness();
    const answer = await ask(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    expect(await answer.json()).toEqual(PAGE);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(calls.map(({ url, method }) => `${method} ${url}`)).toEqual([
      `GET ${BASE}/location/v1/points?page=1&perPage=25`,
    ]);
    expect([...calls[0]!.headers.keys()]).toEqual(['accept', 'authorization', 'x-request-id']);
  });

  it('takes the parameter names that the settings give the browser', async () => {
    const { ask, calls } = startHarness({ environment: { PLATFORM_PAGE_PARAMETER: 'p' } });
    const headers = { ...OWN_PAGE, ...bearer };
    expect((await ask(LIST, { headers })).status).toBe(400);
    await ask('/api/platform/location/v1/points?p=3&perPage=25', { headers });
    expect(calls.map(({ url }) => url)).toEqual([`${BASE}/location/v1/points?p=3&perPage=25`]);
  });

  it('sends a shipment up once, its text untouched', async () => {
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

  it('forwards token, request id and body, and nothing else (case 72)', async () => {
    const harness = startHarness({ api: [() => answerJson({})] });
    await send(harness, shipmentsOf('42'), {
      headers: {
        cookie: 'a=1',
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
  ])('asks for a bearer token, and %s is none', async (authorization) => {
    const { ask, calls } = startHarness();
    const headers = {
      ...OWN_PAGE,
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const answers = [
      await ask(LIST, { headers }),
      await ask(shipmentsOf('42'), { method: 'POST', headers, body: '{}' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({
        error: 'invalid_token',
        message: 'This call needs a login: send its access token as a bearer token.',
      });
    expect(calls).toEqual([]);
  });

  it.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['no custom header', { 'x-requested-with': '' }],
  ])('refuses %s', async (_what, changes) => {
    const harness = startHarness();
    const list = await harness.ask(LIST, { headers: { ...OWN_PAGE, ...bearer, ...changes } });
    const shipment = await send(harness, shipmentsOf('42'), { headers: changes });
    expect([list.status, shipment.status]).toEqual([403, 403]);
    expect(harness.calls).toEqual([]);
  });

  it('refuses a shipment from another origin', async () => {
    const harness = startHarness();
    const answer = await send(harness, shipmentsOf('42'), { headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });

  it('is not there where brokers call the platform directly', async () => {
    const harness = startHarness({ environment: { PLATFORM_CALLS: 'direct' } });
    expect((await harness.ask(LIST, { headers: { ...OWN_PAGE, ...bearer } })).status).toBe(404);
    expect((await send(harness, shipmentsOf('42'))).status).toBe(404);
  });

  it.each([
    '/api/platform',
    '/api/platform/account/v1/me',
    '/api/platform/shipping/v2/organizations/42',
    '/api/platform/location/v2/points',
  ])('knows no other operation: %s', async (path) => {
    const { ask, calls } = startHarness();
    expect((await ask(path, { headers: { ...OWN_PAGE, ...bearer } })).status).toBe(404);
    expect(calls).toEqual([]);
  });
});

describe('an organization id', () => {
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
  ])('like %s is refused, and the platform’s host never changes (case 70)', async (id) => {
    const harness = startHarness();
    const answer = await send(harness, shipmentsOf(id));
    expect([answer.status, await errorOf(answer)]).toEqual([400, 'invalid_request']);
    expect(harness.calls).toEqual([]);
  });

  it.each(['..', '%2e%2e', '.%2E', '', '%2e'])('like "%s" leads to no route (case 70)', async (id) => {
    const harness = startHarness();
    expect((await send(harness, shipmentsOf(id))).status).toBe(404);
    expect(harness.calls).toEqual([]);
  });

  it.each(['42', 'org_7-B.x', '6f9619ff-8b86-d011-b42d-00c04fc964ff', 'urn:org:7', 'a'.repeat(128)])(
    'like %s is one segment of the platform’s path',
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

describe('a request that is refused', () => {
  it.each<[message: string, path: string, changes?: RequestInit]>([
    ['organizationId must be 1 to 128 letters, digits, ".", "_", ":" or "-".', shipmentsOf('a'.repeat(129))],
    ['No query is taken here.', `${shipmentsOf('42')}?a`],
    ['The body is nested or divided too much.', shipmentsOf('42'), { body: '['.repeat(33) + ']'.repeat(33) }],
    ['The body must be a JSON object.', shipmentsOf('42'), { body: '[]' }],
  ])('is told why: %s', async (message, path, changes) => {
    const answer = await send(startHarness(), path, changes);
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', message });
  });

  it('for its lack of a token is told so whatever its body is', async () => {
    const { ask } = startHarness();
    const headers = { ...OWN_PAGE, 'content-type': 'text/plain' };
    expect((await ask(shipmentsOf('42'), { method: 'POST', headers, body: 'x' })).status).toBe(401);
  });
});

describe('a shipment’s body', () => {
  it.each(['[]', '"text"', 'null', '1', '', '{', '{"a":1}x'])('like %s is refused', async (body) => {
    const harness = startHarness();
    expect((await send(harness, shipmentsOf('42'), { body })).status).toBe(400);
    expect(harness.calls).toEqual([]);
  });

  it('of another type is answered 415, beyond 256 KiB 413, with a query 400', async () => {
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

describe('what the platform answers', () => {
  afterEach(() => void vi.restoreAllMocks());

  async function relayed(api: () => UpstreamAnswer, options: HarnessOptions = {}) {
    const harness = startHarness({ ...options, api: [api] });
    const answer = await send(harness, shipmentsOf('42'));
    expect(harness.calls).toHaveLength(1);
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), logs: harness.logs };
  }

  it.each([200, 201, 400, 401, 403, 404, 409, 422])('is passed on with status %d', async (status) => {
    const { headers, ...answer } = await relayed(() =>
      answerJson({ detail: 'as said' }, status, { 'set-cookie': 'a=1', 'access-control-allow-origin': '*' }),
    );
    expect(answer).toMatchObject({ status, text: '{"detail":"as said"}' });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.has('set-cookie') || headers.has('access-control-allow-origin')).toBe(false);
  });

  it('may be nothing at all', async () => {
    expect(await relayed(() => new Response(null, { status: 204 }))).toMatchObject({ status: 204, text: '' });
    expect(await relayed(() => new Response(null, { status: 202 }))).toMatchObject({ status: 202, text: '' });
  });

  it.each([600, 999, 100, 101, 0])(
    'with the status %d, which is none of HTTP’s, becomes a clean 502 (case 117)',
    async (status) => {
      const odd = () => Object.defineProperty(answerJson({}), 'status', { value: status });
      const harness = startHarness({ api: [odd] });
      const answers = [
        await harness.ask(LIST, { headers: { ...OWN_PAGE, ...bearer } }),
        await send(harness, shipmentsOf('42')),
        await harness.ask('/api/points?page=1&perPage=25'),
        await startHarness({ token: [odd] }).askToken(CODE_FORM),
      ];
      for (const answer of answers) {
        expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
      expect(harness.logs.map(({ status: logged }) => logged)).toEqual([502, 502, 502]);
    },
  );

  it.each([
    ['12', '12'],
    ['0', '1'],
    ['9'.repeat(9000), null],
    ['99999', '3600'],
    ['-5', '1'],
    ['<script>alert(1)</script>', null],
    ['3600; a=b', null],
    [new Date(START_MS + 30_000).toUTCString(), '30'],
    [new Date(START_MS - 30_000).toUTCString(), '1'],
    [new Date(START_MS + 1e12).toUTCString(), '3600'],
  ])('has its Retry-After read, bounded and written anew: %s (case 118)', async (sent, written) => {
    const { ask } = startHarness({ api: [() => answerJson({}, 429, { 'retry-after': sent })] });
    const answer = await ask(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, written]);
  });

  it.each([
    ['nests 33 deep', '['.repeat(33) + ']'.repeat(33)],
    ['is 6 MB of brackets', '['.repeat(3e6) + ']'.repeat(3e6)],
    ['is 6 MB of empty lists', `[${'[],'.repeat(2e6)}[]]`],
    ['nests behind a text with quotes', `["\\"[\\\\",${'{"a":'.repeat(40)}1${'}'.repeat(40)}]`],
  ])('that %s is refused before it is parsed (case 119)', async (_what, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    const harness = startHarness({ api: [() => new Response(text)] });
    const list = await harness.ask(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    const points = await harness.ask('/api/points?page=1&perPage=25');
    expect([list.status, points.status]).toEqual([502, 502]);
    const sent = await send(startHarness(), shipmentsOf('42'), { body: text });
    expect(sent.status).toBe(text.length > 256 * 1024 ? 413 : 400);
    expect(parse.mock.calls.map(([parsed]) => parsed.length)).not.toContain(text.length);
  });

  it('that is long, deep as the platform’s are, and full of brackets in texts passes', async () => {
    const items = Array.from({ length: 500 }, (_, id) => ({
      ...PAGE.items[0],
      id: `PL_${id}`,
      description: '[{'.repeat(500) + '\\"',
      hours: { customer: { monday: [{ start: '08:00', end: '18:00' }] } },
    }));
    const { ask } = startHarness({ api: [() => answerJson({ ...PAGE, items })] });
    const answer = await ask(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ...PAGE, items });
  });

  it.each([429, 500, 503])('with %d keeps its status and Retry-After, not its text', async (status) => {
    const headers = { 'retry-after': '12' };
    for (const upstream of [
      answerHtml(status, headers),
      answerJson({ detail: 'as said' }, status, headers),
    ]) {
      const answer = await relayed(() => upstream);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe('12');
      expect(JSON.parse(answer.text)).toMatchObject({ error: 'temporarily_unavailable' });
      expect(answer.text).not.toContain('as said');
    }
  });

  it.each([
    ['HTML with 200', () => answerHtml(200), 502, 'server_error', 'malformed'],
    ['HTML with 404', () => answerHtml(404), 404, 'platform_refused', 'the platform answered 404'],
    [
      'nothing with 404',
      () => new Response(null, { status: 404 }),
      404,
      'platform_refused',
      'the platform answered 404',
    ],
    ['half a JSON', () => new Response('{"a":'), 502, 'server_error', 'malformed'],
    ['a redirect with 300', () => redirect(300), 502, 'server_error', 'redirected'],
    ['a redirect with 302', () => redirect(302), 502, 'server_error', 'redirected'],
    ['a redirect with 399', () => redirect(399), 502, 'server_error', 'redirected'],
    [
      'more than 8 MB',
      () => new Response(`"${'x'.repeat(8 * 1024 * 1024)}"`),
      502,
      'server_error',
      'malformed',
    ],
    ['no connection', () => new TypeError('fetch failed'), 503, 'temporarily_unavailable', 'network'],
  ] as const)('as %s is replaced by a refusal of ours', async (_what, api, status, error, detail) => {
    const answer = await relayed(api);
    expect(answer.status).toBe(status);
    const { request_id: _, ...told } = JSON.parse(answer.text) as Record<string, unknown>;
    expect(told).toEqual({ error });
    expect(answer.logs).toMatchObject([{ status, error, detail }]);
  });
});

describe('a label', () => {
  const LABEL = '/api/platform/shipping/v2/organizations/42/shipments/6900/label';
  const PDF = 'application/pdf;format=A6';
  const bytes = '%PDF-1.7\n' + '[('.repeat(300_000);
  const pdf = (text = bytes, type = PDF) => new Response(text, { headers: { 'content-type': type } });
  const ask = (api: () => UpstreamAnswer, accept: string | undefined = PDF, path = LABEL) => {
    const harness = startHarness({ api: [api] });
    return { harness, answer: harness.ask(path, { headers: { ...OWN_PAGE, ...bearer, accept } }) };
  };

  it('is passed on as bytes: a file of a type of ours (case 153)', async () => {
    const { harness, answer } = ask(() => pdf());
    const { headers, status } = await answer;
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="6900.pdf"',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await (await answer).text()).toBe(bytes);
    expect(harness.calls[0]!.headers.get('accept')).toBe(PDF);
    expect(harness.calls[0]!.url).toBe(`${BASE}${LABEL.replace('/api/platform', '')}`);
  });

  it('for a printer is text of its language', async () => {
    const { headers } = await ask(() => pdf('^XA^XZ', 'text/zpl'), 'text/zpl;dpi=203').answer;
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/zpl',
      'attachment; filename="6900.zpl"',
    ]);
  });

  it.each(['*/*', 'application/json', 'application/pdf', 'text/html', ''])(
    'is refused as %j, before the platform is asked',
    async (accept) => {
      const { harness, answer } = ask(() => pdf(), accept);
      expect([(await answer).status, await errorOf(await answer)]).toEqual([406, 'invalid_request']);
      expect(harness.calls).toEqual([]);
    },
  );

  it.each([
    ['a page', () => answerHtml(200)],
    ['a page under its type', () => pdf('<script>alert(1)</script>')],
    ['another form', () => pdf('^XA^XZ', 'text/zpl')],
    ['nothing', () => pdf('')],
  ] as const)('that is %s becomes a clean 502 (case 153)', async (_, api) => {
    const answer = await ask(api).answer;
    expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it.each([404, 406, 422])(
    'that is refused with %d has that status, and no text of the platform',
    async (status) => {
      const answer = await ask(() => answerJson({ detail: 'as said' }, status)).answer;
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: 'platform_refused' });
    },
  );

  it('is read by its tracking number alone', async () => {
    const { harness, answer } = ask(() => pdf(), PDF, LABEL.replace('6900', 'a%22b'));
    expect((await answer).status).toBe(400);
    expect(harness.calls).toEqual([]);
  });
});

describe('the deduplication id of a shipment', () => {
  const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';

  it('is passed on in the header that the settings name', async () => {
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

  it.each(['short', 'a'.repeat(65), 'with space in it', 'a;b=c;d=e;f'])('is refused as %j', async (wrong) => {
    const harness = startHarness();
    const answer = await send(harness, shipmentsOf('42'), { headers: { 'x-deduplication-id': wrong } });
    expect(answer.status).toBe(400);
    expect(harness.calls).toEqual([]);
  });
});

it('logs nothing of parcels: neither people, places and numbers, nor what the platform says of them (case 155)', async () => {
  const told = { title: 'no', detail: 'Ida Brzoza', errors: { 'recipient.email': ['invalid'] } };
  const harness = startHarness({
    api: [
      () => answerJson({ trackingNumber: '690042' }, 201),
      () => answerJson(told, 422),
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
    await harness.ask(`/api/platform${path}`, { headers });
  expect(harness.logs).toHaveLength(6);
  expect(JSON.stringify(harness.logs)).not.toMatch(/Ida|fern|TST01X|org-77|690042|00-950|recipient/);
});

describe('the other operations', () => {
  const ask = async (method: string, path: string, body?: object) => {
    const harness = startHarness({ api: [() => answerJson({ id: 'x' })] });
    const headers = { ...OWN_PAGE, ...bearer, ...(body && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await harness.ask(`/api/platform${path}`, init);
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
  ])('are relayed as they are: %s %s', async (method, path, body) => {
    expect(await ask(method, path, body)).toEqual({
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
  ])('are not others: %s %s', async (method, path, status) => {
    expect(await ask(method, path)).toEqual({ status, calls: [] });
  });
});
