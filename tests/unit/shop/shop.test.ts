import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createDroppoint } from '../../../packages/shop/shop.ts';
import { chooseRequestId } from '../../../functions/http/guards.ts';
import { listen } from '../../processes.ts';

const ID = 'PL_WAW123A';
const EXISTS = { id: ID, status: 'exists', isValid: true, errors: [], alternatives: [], checkedAt: null };

type Answer = () => Response | Promise<Response>;

function open(answer: Answer) {
  const requests: { url: URL; body: unknown; id: string | null }[] = [];
  const droppoint = createDroppoint('https://points.example/any', {
    fetch: (url, init) => {
      requests.push({
        url: new URL(url as string),
        body: init?.body && JSON.parse(init.body as string),
        id: new Headers(init?.headers).get('x-request-id'),
      });
      return Promise.resolve(answer());
    },
  });
  return { droppoint, requests };
}
const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status });

describe('Check of a point', () => {
  it('it returns the known data of the point', async () => {
    const { droppoint, requests } = open(json(EXISTS));
    expect(await droppoint.check(ID, { country: ['PL', 'CZ'], filter: { rules: [] } })).toEqual({
      outcome: 'checked',
      mayAccept: true,
      point: EXISTS,
    });
    expect(requests[0]!.url.href).toBe(
      'https://points.example/api/points/PL_WAW123A?country=PL%2CCZ&filter=%7B%22rules%22%3A%5B%5D%7D',
    );
    const closed = open(json({ ...EXISTS, status: 'gone', isValid: false }));
    expect(await closed.droppoint.check(ID, { position: { latitude: 0, longitude: 21 } })).toMatchObject({
      outcome: 'checked',
      mayAccept: false,
    });
    expect(closed.requests[0]!.url.search).toBe('?latitude=0&longitude=21');
  });

  it.each([
    [
      'no connection',
      () => Promise.reject(new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') })),
      "Droppoint can't be reached: fetch failed: getaddrinfo ENOTFOUND.",
    ],
    [
      'no time',
      () => Promise.reject(new DOMException('late', 'TimeoutError')),
      'Droppoint didn’t answer within the time limit.',
    ],
    ['a server error', json({}, 502), 'Droppoint answered 502.'],
    ['the first of server errors', json(EXISTS, 500), 'Droppoint answered 500.'],
    ['too many requests', json({}, 429), 'Droppoint answered 429.'],
    [
      'half an answer',
      () => new Response(new ReadableStream({ pull: (to) => to.error(new Error('cut')) })),
      "Droppoint can't be reached: cut.",
    ],
  ] as [string, Answer, string][])(
    'in an outage it accepts the order and says why: %s',
    async (_, answer, reason) => {
      const unchecked = { outcome: 'unchecked', mayAccept: true, reason };
      expect(await open(answer).droppoint.check(ID)).toEqual(unchecked);
      expect(await open(answer).droppoint.checkMany([ID])).toEqual([unchecked]);
    },
  );

  it.each([
    ['another point', json({ ...EXISTS, id: 'PL_1' })],
    ['no verdict', json({ ...EXISTS, isValid: 'yes' })],
    ['something else', json({ hello: 'world' })],
    ['a page', () => new Response('<html>')],
    ['nothing', json(null)],
    ['a list', json([])],
    ['a mistake', json({ message: 'country must be …' }, 400)],
    ['no such address', json({}, 404)],
    ['the point, but as a mistake', json(EXISTS, 404)],
  ] as [string, Answer][])('it refuses an order after an answer with %s', async (_, answer) => {
    expect(await open(answer).droppoint.check(ID)).toMatchObject({ outcome: 'refused', mayAccept: false });
  });

  it('it identifies its request by the order, in the form that Droppoint accepts', async () => {
    const { droppoint, requests } = open(json(EXISTS));
    for (const requestId of ['order-4711', '4711', 'Zamówienie 4711/ä\n', 'a'.repeat(200), '', undefined])
      await droppoint.check(ID, { requestId });
    expect(requests.map(({ id }) => id)).toEqual([
      ...['order-4711', 'request-4711', 'Zam-wienie-4711---', 'a'.repeat(128), null, null],
    ]);
    await droppoint.checkMany([ID], { requestId: 'the-night-of-1' });
    await droppoint.nearest({ city: 'Łódź' }, { requestId: 'basket-0815' });
    expect(requests.slice(-2).map(({ id, body, url }) => [id, body, url.search])).toEqual([
      ['the-night-of-1', { ids: [ID] }, ''],
      ['basket-0815', undefined, '?city=%C5%81%C3%B3d%C5%BA'],
    ]);
    for (const { id } of requests) expect(chooseRequestId(id)).toEqual(id ?? (expect.any(String) as string));
  });

  it('it names the mistake in the request', async () => {
    const { droppoint } = open(json({ message: 'country must be …' }, 400));
    expect(await droppoint.check(ID)).toMatchObject({ message: '400: country must be …' });
    expect(await open(() => new Response('<p>')).droppoint.check(ID)).toMatchObject({
      message: "200: The answer isn't about this point. Check that the origin is Droppoint's.",
    });
  });

  it('it refuses an id that no URL can contain, without a request', async () => {
    const { droppoint, requests } = open(json(EXISTS));
    expect(await droppoint.check('\ud800')).toMatchObject({
      outcome: 'refused',
      message: expect.stringMatching(/^400: /) as string,
    });
    expect(requests).toEqual([]);
  });

  it('it ends with the caller’s signal', async () => {
    const { droppoint } = open(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(droppoint.check(ID, { signal: AbortSignal.abort(new Error('closed')) })).rejects.toThrow(
      'closed',
    );
  });
});

it('The shop client aborts its request when the caller does, and uses the runtime’s fetch', async () => {
  const controller = new AbortController();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    setTimeout(() => controller.abort(new Error('closed')));
    return new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
    );
  });
  const check = createDroppoint('https://points.example').check(ID, { signal: controller.signal });
  await expect(check).rejects.toThrow('closed');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('The shop client tries once more if the other end closed a reused connection', async () => {
  const connections = new Set<unknown>();
  const listening = await listen((request, response) => {
    // A second request on a reused connection comes too late: all of these are closed.
    if (connections.has(request.socket)) return listening.server.closeAllConnections();
    connections.add(request.socket);
    response.setHeader('content-type', 'application/json');
    request
      .resume()
      .on('end', () =>
        response.end(JSON.stringify(request.method === 'POST' ? { points: [EXISTS] } : EXISTS)),
      );
  });
  const droppoint = createDroppoint(listening.origin);
  for (let at = 0; at < 3; at++) {
    expect(await droppoint.check(ID)).toMatchObject({ outcome: 'checked' });
    expect(await droppoint.checkMany([ID])).toMatchObject([{ outcome: 'checked' }]);
  }
  await listening.close();
  expect(await droppoint.check(ID)).toMatchObject({
    outcome: 'unchecked',
    mayAccept: true,
    reason: expect.stringMatching(/^Droppoint can't be reached: .*ECONNREFUSED/) as string,
  });
});

describe('Check of many points', () => {
  const ids = Array.from({ length: 2_500 }, (_, at) => `PL_${at}`);

  it('it checks a thousand at a time, and returns the results in order', async () => {
    const requests: string[][] = [];
    const droppoint = createDroppoint('https://points.example', (url, init) => {
      expect([init?.method, url]).toEqual(['POST', 'https://points.example/api/points/check']);
      expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
      const { ids, country } = JSON.parse(init!.body as string) as { ids: string[]; country: string };
      expect(country).toBe('PL');
      requests.push(ids);
      if (requests.length === 2) return Promise.resolve(new Response(null, { status: 503 }));
      return Promise.resolve(
        Response.json({ points: ids.map((id) => ({ id, status: 'exists', isValid: id !== 'PL_7' })) }),
      );
    });
    const checks = await droppoint.checkMany(ids, { country: 'PL' });
    expect(requests.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(checks).toHaveLength(2_500);
    expect(checks.filter(({ outcome }) => outcome === 'unchecked')).toHaveLength(1_000);
    expect(checks.flatMap(({ mayAccept }, at) => (mayAccept ? [] : [at]))).toEqual([7]);
  });

  it('no ids need no request, and a thousand need one', async () => {
    const { droppoint, requests } = open(json({ points: [] }));
    expect(await droppoint.checkMany([])).toEqual([]);
    expect(requests).toHaveLength(0);
    await droppoint.checkMany(ids.slice(0, 1_000));
    expect(requests).toHaveLength(1);
  });

  it('after a 429 it waits once as long as requested, and leaves the rest unchecked if that wasn’t enough', async () => {
    vi.useFakeTimers();
    const found = json({ points: [{ id: 'a', isValid: true }] });
    const full =
      (retryAfter?: string): Answer =>
      () =>
        new Response('{}', { status: 429, headers: retryAfter ? { 'retry-after': retryAfter } : {} });
    for (const [answers, outcome, waitedMs] of [
      [[full('10'), found], 'checked', 10_000],
      [[full('30'), found], 'checked', 30_000],
      [[full('10'), full('10'), found], 'unchecked', 10_000],
      [[full('31'), found], 'unchecked', 0],
      [[full(), found], 'unchecked', 0],
    ] as const) {
      const left = [...answers];
      const startedAtMs = Date.now();
      let isDone = false;
      const checks = open(() => left.shift()!())
        .droppoint.checkMany(['a'])
        .finally(() => (isDone = true));
      // The runtime discards an answer's body in its own time.
      while (!isDone) await vi.runAllTimersAsync();
      expect(await checks).toMatchObject([{ outcome }]);
      expect(Date.now() - startedAtMs).toBe(waitedMs);
    }
  });

  it('the caller’s signal ends its pause', async () => {
    const controller = new AbortController();
    const { droppoint } = open(() => {
      setTimeout(() => controller.abort(new Error('closed')));
      return new Response('{}', { status: 429, headers: { 'retry-after': '10' } });
    });
    await expect(droppoint.checkMany(['a'], { signal: controller.signal })).rejects.toThrow('closed');
  });

  it('it refuses all points of a wrong request', async () => {
    for (const answer of [json({ message: 'no' }, 400), json(null), json({ points: 'none' })])
      expect(await open(answer).droppoint.checkMany(['a'])).toMatchObject([{ outcome: 'refused' }]);
  });

  it('it refuses points that an answer omits or mixes up', async () => {
    const points = [{ id: 'b', isValid: true }];
    const checks = await open(json({ points })).droppoint.checkMany(['a', 'b']);
    expect(checks.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
  });
});

describe('Nearest points', () => {
  it('they are requested with all known data of the place', async () => {
    const answer = { place: { kind: 'house' }, points: [{ distanceMetres: 5 }], texts: { more: 'x' } };
    const { droppoint, requests } = open(json(answer));
    expect(
      await droppoint.nearest({ address: 'Mglista 7', limit: 3 }, { country: 'PL', language: 'pl' }),
    ).toEqual(answer);
    expect(requests[0]!.url.search).toBe('?address=Mglista+7&limit=3&country=PL&language=pl');
  });

  it.each([
    ['an outage', json({}, 503)],
    ['a mistake', json({ message: 'x' }, 400)],
    ['something else', json({})],
    ['nothing', json(null)],
    ['points under a mistake', json({ place: null, points: [{}] }, 400)],
  ] as [string, Answer][])('there are none after %s', async (_, answer) => {
    expect(await open(answer).droppoint.nearest({ city: 'Testowo' })).toEqual({ place: null, points: [] });
  });
});

describe('Options of the shop client', () => {
  const make = createDroppoint as (origin: unknown, options?: unknown) => unknown;

  it.each<[what: string, make: () => unknown, expected: RegExp]>([
    ['no origin', () => make(undefined), /^origin is empty/],
    ['a host alone', () => make('points.example'), /^origin is not a URL: "points\.example"/],
    ['another protocol', () => make('localhost:3000'), /^origin is not an http\(s\) URL/],
    [
      'a fetch that is none',
      () => make('https://points.example', { fetch: {} }),
      /fetch must be a function, not object/,
    ],
    [
      'a time limit that is none',
      () => make('https://points.example', { timeoutMs: 0 }),
      /timeoutMs .*, not 0/,
    ],
  ])('%s is refused immediately', (_, run, expected) => {
    expect(run).toThrow(AppError);
    expect(run).toThrow(expected);
  });

  it('they may be a time limit and a fetch; a bare fetch works too', async () => {
    const json = () => Promise.resolve(Response.json(EXISTS));
    const signals: AbortSignal[] = [];
    const hanging: typeof fetch = (_, init) => {
      signals.push(init!.signal!);
      return new Promise((_resolve, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      );
    };
    const droppoint = createDroppoint('https://points.example/', { fetch: hanging, timeoutMs: 1 });
    expect(await droppoint.check(ID)).toMatchObject({
      reason: 'Droppoint didn’t answer within the time limit.',
    });
    expect(signals).toHaveLength(1);
    expect(await createDroppoint('https://points.example', json).check(ID)).toMatchObject({
      outcome: 'checked',
    });
  });
});
