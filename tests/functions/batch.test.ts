import { describe, expect, it } from 'vitest';
import { MAX_BATCH } from '../../functions/points/answer-batch.ts';
import { createRequestCounter, RATE_LIMITS } from '../../functions/rate-limits.ts';
import { checkedPointsSchema } from '../../src/lib/contract/validity.ts';
import { makeGrid } from '../unit/network/open-test-snapshot.ts';
import { publish } from '../unit/network/publish-in-memory.ts';
import { startHarness } from './harness.ts';
import { DAY_MS, startPublished } from './start-published.ts';

const ITEMS = makeGrid(12);
const PUBLISHED = await publish(ITEMS, { rejected: ['PL_broken'] });
type Ask = (path: string, init?: RequestInit) => Promise<Response>;

const post = (ask: Ask, body: unknown, type = 'application/json') =>
  ask('/api/points/check', {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function check(ask: Ask, body: object) {
  const answer = await post(ask, body);
  expect(answer.status).toBe(200);
  return checkedPointsSchema.parse(await answer.json()).points;
}

describe('many points at once', () => {
  it.each(['edge', 'Node'] as const)(
    'are told one by one, in order, as each alone, on %s (case 148)',
    async (runtime) => {
      const { harness } = startPublished(PUBLISHED, runtime);
      const ids = ['PL_77', 'PL_closed', 'pl_77', 'PL_broken', 'hello', 'PL_77', '', '../x', 'PL_ä 1'];
      const filter = { rules: [{ ids: ['PL_77'], reason: 'Full.' }] };
      const points = await check(harness.ask, { ids, country: ['PL', 'FR'], filter });
      expect(points.map(({ id }) => id)).toEqual(ids);
      expect(points[0]?.errors).toContainEqual({ code: 'rule', message: 'Full.' });
      for (const [at, id] of ids.entries()) {
        if (id === '' || id === '../x') continue;
        const query = new URLSearchParams({ country: 'PL,FR', filter: JSON.stringify(filter) }).toString();
        const answer = await harness.ask(`/api/points/${encodeURIComponent(id)}?${query}`);
        const { alternatives: _, ...alone } = (await answer.json()) as Record<string, unknown>;
        expect(points[at]).toEqual(alone);
      }
    },
  );

  it('are told in order, up to a hundred of them, whatever the shop’s conditions are written as', async () => {
    const { harness } = startPublished(PUBLISHED, 'edge');
    const ids = Array.from({ length: 100 }, (_, at) => `PL_${99 - at}`);
    const points = await check(harness.ask, { ids });
    expect(points.map(({ id, status }) => `${id} ${status}`)).toEqual(ids.map((id) => `${id} exists`));
    const filter = { rules: [{ ids: ['PL_1'], reason: 'Full.' }] };
    const one = { ids: ['PL_1', 'PL_2'], country: null };
    for (const terms of [
      { excludeIds: 'PL_1,PL_9' },
      { excludeIds: ['PL_1', 'PL_9'] },
      { filter },
      { filter: JSON.stringify(filter) },
      { filter, excludeIds: null, type: null },
    ])
      expect((await check(harness.ask, { ...one, ...terms })).map(({ isValid }) => isValid)).toEqual([
        false,
        true,
      ]);
    expect(
      (await check(harness.ask, { ...one, excludeIds: [], filter: {} })).map(({ isValid }) => isValid),
    ).toEqual([true, true]);
  });

  it('may have impossible ids among them, which are no points (case 148)', async () => {
    const { harness } = startPublished(PUBLISHED, 'edge');
    const points = await check(harness.ask, { ids: ['PL_1', 'x'.repeat(201), 'PL_\u0000', '\ud83d'] });
    expect(points.map(({ status }) => status)).toEqual(['exists', 'mistyped', 'mistyped', 'mistyped']);
    expect(points[1]).toEqual({
      ...{ id: 'x'.repeat(201), status: 'mistyped', isValid: false, checkedAt: PUBLISHED.manifest.walkedAt },
      errors: [{ code: 'mistyped', message: 'No id is so long, or has control characters.' }],
    });
    // Nothing is searched for them: the search for similar ids is for short ones.
    expect(points.map(({ errors }) => errors[0]?.message.includes('so long'))).toEqual([
      undefined,
      true,
      true,
      false,
    ]);
  });

  it('are all unknown where no network is published, where it is old, and where it can’t be read', async () => {
    const old = startPublished(PUBLISHED, 'edge').harness;
    old.clock.nowMs += 9 * DAY_MS;
    const broken = startHarness({ servePage: () => new Response('<html>', { status: 503 }) });
    for (const [harness, reason] of [
      [startHarness(), 'not_published'],
      [old, 'outdated'],
      [broken, 'unavailable'],
    ] as const)
      expect(await check(harness.ask, { ids: ['PL_1', 'PL_2'] })).toMatchObject([
        { id: 'PL_1', status: 'unknown', isValid: true, reason },
        { id: 'PL_2', status: 'unknown', isValid: true, reason },
      ]);
  });

  it.each([
    ['{', 'JSON object'],
    ['[]', 'JSON object'],
    ['null', 'JSON object'],
    ['{}', '1 to 100'],
    ['{"ids":[]}', '1 to 100'],
    ['{"ids":"PL_1"}', '1 to 100'],
    ['{"ids":[1]}', '1 to 100'],
    [JSON.stringify({ ids: Array(101).fill('a') }), '1 to 100'],
    ['{"ids":["a"],"contry":"PL"}', 'country'],
    ['{"ids":["a"],"<b>":{}}', 'Only country'],
    ['{"ids":["a"],"country":["Nowhere"]}', 'PL,CZ'],
    ['{"ids":["a"],"type":5}', 'type must be a text or an array of texts'],
    ['{"ids":["a"],"type":["APM",5]}', 'type must be a text or an array of texts'],
    ['{"ids":["a"],"filter":[]}', 'filter must be an object'],
    ['{"ids":["a"],"filter":"null"}', 'filter must be an object'],
    ['"ids"', 'JSON object'],
    ['{"ids":["a"],"filter":5}', 'filter'],
    ['{"ids":["a"],"filter":{"rules":[{"ids":["A"]}]}}', 'needs a reason or a label'],
    [JSON.stringify({ ids: ['a'], filter: { rules: [{ reason: 'x'.repeat(4_001) }] } }), '4000'],
    ['{"ids":["a"],"__proto__":"b"}', 'country'],
  ])(
    'are refused before anything is read where the question makes no sense: %s (case 147)',
    async (body, named) => {
      const { harness, asked } = startPublished(PUBLISHED, 'edge');
      const answer = await post(harness.ask, body);
      const refusal = (await answer.json()) as { error: string; message: string };
      expect([answer.status, refusal.error]).toEqual([400, 'invalid_request']);
      expect(refusal.message).toContain(named);
      expect(asked).toEqual([]);
    },
  );

  it('are refused in a body that is too long or of another type (case 147)', async () => {
    const { harness, asked } = startPublished(PUBLISHED, 'edge');
    const statuses = [
      await post(harness.ask, { ids: ['a'], type: 'b'.repeat(66_000) }),
      await post(harness.ask, { ids: ['a'] }, 'text/plain'),
      await post(harness.ask, 'ids=a', 'application/x-www-form-urlencoded'),
      await harness.ask('/api/points/check', { method: 'POST' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([413, 415, 415, 415]);
    expect(asked).toEqual([]);
  });

  it('are told to no page of another site: it may send forms alone, and gets no leave for JSON (case 149)', async () => {
    const { harness, asked } = startPublished(PUBLISHED, 'edge');
    const headers = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' };
    const ask = (method: string, more: Record<string, string>) =>
      harness.ask('/api/points/check', {
        method,
        headers: { ...headers, ...more },
        ...(method === 'POST' && { body: '{"ids":["PL_1"]}' }),
      });
    const answers = [
      await ask('POST', { 'content-type': 'text/plain' }),
      await ask('OPTIONS', {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([415, 405]);
    expect(answers[0]!.headers.get('access-control-allow-origin')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('count as a hundred checks, however few they are, and no fewer if refused (case 149)', async () => {
    expect(RATE_LIMITS.batch * MAX_BATCH).toBe(RATE_LIMITS.point);
    const { ask } = startHarness({ limit: createRequestCounter(() => 0) });
    const statuses: number[] = [];
    for (let at = 0; at <= RATE_LIMITS.batch; at++)
      statuses.push((await post(ask, at % 2 ? { ids: ['PL_1'] } : { ids: Array(101).fill('a') })).status);
    expect(statuses.slice(0, -1)).toEqual(
      Array.from({ length: RATE_LIMITS.batch }, (_, at) => (at % 2 ? 200 : 400)),
    );
    expect(statuses.at(-1)).toBe(429);
    expect((await ask('/api/points/PL_1')).status).toBe(200);
  });

  it('have a budget of their own, and leave the path of a point to the point', async () => {
    const buckets: string[] = [];
    const limit = (bucket: string) => Promise.resolve(buckets.push(bucket) > 0);
    const { ask } = startHarness({ limit });
    const answer = await post(ask, { ids: ['PL_1'] });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(await (await ask('/api/points/check')).json()).toMatchObject({ id: 'check', status: 'unknown' });
    expect(buckets).toEqual(['batch', 'point']);
  });
});
