import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IDS_IN_A_COUNT, MAX_BATCH } from '../../../functions/points/answer-batch.ts';
import {
  COSTS,
  createRequestCounter,
  RATE_LIMITS,
  RATE_WINDOW_SECONDS,
} from '../../../functions/http/rate-limits.ts';
import { checkedPointsSchema } from '#contract/validity.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { startHarness } from '../harness.ts';
import { DAY_MS, startPublished } from '../start-published.ts';

const ITEMS = makeGrid(12);
const PUBLISHED = await publish(ITEMS, { rejected: ['PL_broken'] });
type Request = (path: string, init?: RequestInit) => Promise<Response>;

const post = (request: Request, body: unknown, type = 'application/json') =>
  request('/api/points/check', {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function check(request: Request, body: object) {
  const answer = await post(request, body);
  expect(answer.status).toBe(200);
  return checkedPointsSchema.parse(await answer.json()).points;
}

describe('Batch check of points', () => {
  it.each(['edge', 'Node'] as const)(
    'a batch answers each point in order, with the answer of a single check, on %s',
    async (runtime) => {
      const { harness } = startPublished(PUBLISHED, runtime);
      const ids = ['PL_77', 'PL_closed', 'pl_77', 'PL_broken', 'hello', 'PL_77', '', '../x', 'PL_ä 1'];
      const filter = { rules: [{ ids: ['PL_77'], reason: 'Full.' }] };
      const points = await check(harness.request, { ids, country: ['PL', 'FR'], filter });
      expect(points.map(({ id }) => id)).toEqual(ids);
      expect(points[0]?.errors).toContainEqual({ code: 'rule', message: 'Full.' });
      for (const [at, id] of ids.entries()) {
        if (id === '' || id === '../x') continue;
        const query = new URLSearchParams({ country: 'PL,FR', filter: JSON.stringify(filter) }).toString();
        const answer = await harness.request(`/api/points/${encodeURIComponent(id)}?${query}`);
        const { alternatives: _, ...alone } = (await answer.json()) as Record<string, unknown>;
        expect(points[at]).toEqual(alone);
      }
    },
  );

  it('log and metrics count the outcomes of a batch without its ids, as for single checks', async () => {
    const counted: unknown[] = [];
    const { harness } = startPublished(PUBLISHED, 'Node', { count: ({ outcome }) => counted.push(outcome) });
    const ids = ['PL_78', 'PL_1', 'PL_closed', 'hello', 'PL_broken', 'PL_78'];
    await check(harness.request, { ids, excludeIds: ['PL_1'] });
    const filter = JSON.stringify({ rules: [{ ids: ['PL_78'], reason: 'Full.' }] });
    for (const query of [
      '',
      'country=FR',
      'type=no',
      'locationType=no',
      'country=DE&type=no',
      `filter=${encodeURIComponent(filter)}`,
    ])
      await harness.request(`/api/points/PL_78?${query}`, { headers: { 'x-request-id': 'shop-order-4711' } });
    await harness.request('/api/points/PL_closed');
    expect(harness.logs.at(-2)).toMatchObject({ requestId: 'shop-order-4711', outcome: { rule: 1 } });
    // The guide shows such a line.
    const [, shown = ''] =
      /```text\n(\{.*"outcome".*\})\n/.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
    expect(Object.keys(JSON.parse(shown) as object)).toEqual(
      Object.keys(JSON.parse(JSON.stringify(harness.logs.at(-2))) as object),
    );
    harness.clock.nowMs += 30 * DAY_MS;
    await harness.request('/api/points/PL_78');
    const outcomes = harness.logs.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      { accepted: 2, excluded: 1, gone: 1, mistyped: 1, unknown_set_aside: 1 },
      { accepted: 1 },
      { country: 1 },
      { type: 1 },
      { location_type: 1 },
      { country: 1 },
      { rule: 1 },
      { gone: 1 },
      { unknown_outdated: 1 },
    ]);
    expect(counted).toEqual(outcomes);
    expect(JSON.stringify(harness.logs)).not.toMatch(/PL_|hello/);
    const broken = startPublished(PUBLISHED, 'Node');
    broken.state.broken = true;
    await broken.harness.request('/api/points/PL_78');
    expect(broken.harness.logs[0]?.outcome).toEqual({ unknown_unreadable: 1 });
    const none = startHarness();
    await none.request('/api/points/PL_78');
    expect(none.logs[0]?.outcome).toEqual({ unknown_not_published: 1 });
  });

  it.each(['edge', 'Node'] as const)(
    'a batch of a thousand points is answered in order and reads no file twice, on %s',
    async (runtime) => {
      const { harness, requested } = startPublished(PUBLISHED, runtime);
      const ids = Array.from({ length: 1_000 }, (_, at) => `PL_${(at * 77) % 150}`);
      const points = await check(harness.request, { ids });
      const state = (id: string) => (ITEMS.some((item) => item.id === id) ? 'exists' : 'gone');
      expect(points.map(({ id, status }) => `${id} ${status}`)).toEqual(
        ids.map((id) => `${id} ${state(id)}`),
      );
      expect(requested.filter((name, at) => requested.indexOf(name) !== at)).toEqual([]);
    },
  );

  it('a batch lets other requests run, and never holds the process for more than a few points', async () => {
    const { harness } = startPublished(PUBLISHED, 'Node');
    const count = async (amount: number) => {
      let isAnswered = false;
      const ids = Array.from({ length: amount }, (_, at) => `PL_${at}`);
      const answer = check(harness.request, { ids }).finally(() => (isAnswered = true));
      let turns = 0;
      for (; !isAnswered; turns++) await new Promise((resolve) => setTimeout(resolve, 0));
      await answer;
      return turns;
    };
    await count(1);
    expect((await count(1_000)) - (await count(1))).toBeGreaterThan(20);
  });

  it('a batch accepts conditions in any form', async () => {
    const { harness } = startPublished(PUBLISHED, 'edge');
    const filter = { rules: [{ ids: ['PL_1'], reason: 'Full.' }] };
    const one = { ids: ['PL_1', 'PL_2'], country: null };
    for (const terms of [
      { excludeIds: 'PL_1,PL_9' },
      { excludeIds: ['PL_1', 'PL_9'] },
      { filter },
      { filter: JSON.stringify(filter) },
      { filter, excludeIds: null, type: null },
    ])
      expect((await check(harness.request, { ...one, ...terms })).map(({ isValid }) => isValid)).toEqual([
        false,
        true,
      ]);
    expect(
      (await check(harness.request, { ...one, excludeIds: [], filter: {} })).map(({ isValid }) => isValid),
    ).toEqual([true, true]);
  });

  it('a batch may contain impossible ids, which are no points', async () => {
    const { harness } = startPublished(PUBLISHED, 'edge');
    const points = await check(harness.request, { ids: ['PL_1', 'x'.repeat(201), 'PL_\u0000', '\ud83d'] });
    expect(points.map(({ status }) => status)).toEqual(['exists', 'mistyped', 'mistyped', 'mistyped']);
    expect(points[1]).toEqual({
      ...{ id: 'x'.repeat(201), status: 'mistyped', isValid: false, checkedAt: PUBLISHED.manifest.walkedAt },
      errors: [{ code: 'mistyped', message: 'The id is too long or has control characters.' }],
    });
    // No similar ids are searched for them: the search is only for short ids.
    expect(points.map(({ errors }) => errors[0]?.message.includes('too long'))).toEqual([
      undefined,
      true,
      true,
      false,
    ]);
  });

  it('every point is unknown if no network is published, it is outdated, or it can’t be read', async () => {
    const old = startPublished(PUBLISHED, 'edge').harness;
    old.clock.nowMs += 9 * DAY_MS;
    const broken = startHarness({ servePage: () => new Response('<html>', { status: 503 }) });
    for (const [harness, reason] of [
      [startHarness(), 'not_published'],
      [old, 'outdated'],
      [broken, 'unavailable'],
    ] as const)
      expect(await check(harness.request, { ids: ['PL_1', 'PL_2'] })).toMatchObject([
        { id: 'PL_1', status: 'unknown', isValid: true, reason },
        { id: 'PL_2', status: 'unknown', isValid: true, reason },
      ]);
  });

  it.each([
    ['{', 'JSON object'],
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['{}', '1 to 1000 strings.'],
    ['{"ids":[]}', '1 to 1000 strings.'],
    ['{"ids":"PL_1"}', '1 to 1000 strings.'],
    ['{"ids":["a",1]}', 'ids[1] must be a string.'],
    [JSON.stringify({ ids: Array(1_001).fill('a') }), 'not 1001: send the rest in another request'],
    ['{"ids":["a"],"contry":"PL"}', 'country'],
    ['{"ids":["a"],"<b>":{}}', 'accepted: country'],
    ['{"ids":["a"],"country":["Nowhere"]}', 'PL,CZ'],
    ['{"ids":["a"],"type":5}', 'type must be a string or an array of strings'],
    ['{"ids":["a"],"type":["APM",5]}', 'type must be a string or an array of strings'],
    ['{"ids":["a"],"filter":[]}', 'filter must be a JSON object'],
    ['{"ids":["a"],"filter":"null"}', 'filter must be a JSON object'],
    ['"ids"', 'JSON object'],
    ['{"ids":["a"],"filter":5}', 'filter'],
    ['{"ids":["a"],"filter":{"rules":[{"ids":["A"]}]}}', 'needs a reason or a label'],
    [JSON.stringify({ ids: ['a'], filter: { rules: [{ reason: 'x'.repeat(4_001) }] } }), '4000'],
    ['{"ids":["a"],"__proto__":"b"}', 'country'],
  ])('a malformed batch is refused before anything is read: %s', async (body, named) => {
    const { harness, requested } = startPublished(PUBLISHED, 'edge');
    const answer = await post(harness.request, body);
    const refusal = (await answer.json()) as { error: string; message: string };
    expect([answer.status, refusal.error]).toEqual([400, 'invalid_request']);
    expect(refusal.message).toContain(named);
    expect(requested).toEqual([]);
  });

  it.each(['ids', 'country', 'filter', 'constructor'])(
    '%s nested as deep as a body allows is refused, not an internal error',
    async (name) => {
      const { harness, requested } = startPublished(PUBLISHED, 'edge');
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const body = name === 'ids' ? `{"ids":${deep}}` : `{"ids":["a"],"${name}":${deep}}`;
      const answer = await post(harness.request, body);
      const { error } = (await answer.json()) as { error: string };
      expect([answer.status, error, requested]).toEqual([400, 'invalid_request', []]);
    },
  );

  it('a body that is too long or of another type is refused', async () => {
    const { harness, requested } = startPublished(PUBLISHED, 'edge');
    const statuses = [
      await post(harness.request, { ids: ['a'], type: 'b'.repeat(263_000) }),
      await post(harness.request, { ids: ['a'] }, 'text/plain'),
      await post(harness.request, 'ids=a', 'application/x-www-form-urlencoded'),
      await harness.request('/api/points/check', { method: 'POST' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([413, 415, 415, 415]);
    expect(requested).toEqual([]);
  });

  // Fetch §3.2.
  // Proves: security/batches-for-servers.
  it('a page of another site can’t check a batch: it may only send forms, and JSON fails its preflight', async () => {
    const { harness, requested } = startPublished(PUBLISHED, 'edge');
    const headers = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' };
    const request = (method: string, more: Record<string, string>) =>
      harness.request('/api/points/check', {
        method,
        headers: { ...headers, ...more },
        ...(method === 'POST' && { body: '{"ids":["PL_1"]}' }),
      });
    const answers = [
      await request('POST', { 'content-type': 'text/plain' }),
      await request('OPTIONS', {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([415, 405]);
    expect(answers[0]!.headers.get('access-control-allow-origin')).toBeNull();
    expect(requested).toEqual([]);
  });

  it('a batch costs by its hundreds of ids, and one if it is refused', async () => {
    const costs: number[] = [];
    const limit = (_: string, __: string, cost = 1) => Promise.resolve(costs.push(cost) > 0);
    const { request } = startHarness({ limit });
    for (const amount of [1, 100, 101, 1_000, 1_001]) {
      const before = costs.length;
      await post(request, { ids: Array(amount).fill('a') });
      const cost = costs.slice(before).reduce((sum, each) => sum + each);
      const hundreds = Math.ceil(amount / IDS_IN_A_COUNT);
      expect([amount, cost]).toEqual([amount, amount > MAX_BATCH ? 1 : hundreds * COSTS.hundredIds]);
    }
  });

  it('more than 4,000 ids in a window are refused before anything is read', async () => {
    const { harness, requested } = startPublished(PUBLISHED, 'edge', {
      limit: createRequestCounter(() => 0),
    });
    const ids = Array.from({ length: MAX_BATCH }, (_, at) => `PL_${at % 9}`);
    for (let at = 0; at < 4; at++) expect((await post(harness.request, { ids })).status).toBe(200);
    expect((await post(harness.request, { ids: ['PL_1'] })).status).toBe(429);
    requested.length = 0;
    const answer = await post(harness.request, { ids });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(RATE_WINDOW_SECONDS)]);
    expect(requested).toEqual([]);
  });

  it('a batch that costs more than is left is refused as a whole', async () => {
    const { request } = startHarness({ limit: createRequestCounter(() => 0) });
    const times = RATE_LIMITS.compute / COSTS.hundredIds;
    for (let at = 0; at < times - 1; at++) expect((await post(request, { ids: ['a'] })).status).toBe(200);
    expect((await post(request, { ids: Array(IDS_IN_A_COUNT + 1).fill('a') })).status).toBe(429);
  });

  it('the batch check is closed to other sites’ pages, and its path with GET still checks a point', async () => {
    const { request } = startHarness();
    const answer = await post(request, { ids: ['PL_1'] });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(await (await request('/api/points/check')).json()).toMatchObject({
      id: 'check',
      status: 'unknown',
    });
  });
});
