import { describe, expect, it } from 'vitest';
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
    'are told one by one, in order, as each alone, on %s',
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

  it('may have impossible ids among them, which are no points', async () => {
    const { harness } = startPublished(PUBLISHED, 'edge');
    const points = await check(harness.ask, { ids: ['PL_1', 'x'.repeat(201), 'PL_\u0000', '\ud83d'] });
    expect(points.map(({ status }) => status)).toEqual(['exists', 'mistyped', 'mistyped', 'mistyped']);
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
    ['{"ids":["a"],"country":["Nowhere"]}', 'PL,CZ'],
    ['{"ids":["a"],"type":5}', 'type'],
    ['{"ids":["a"],"filter":5}', 'filter'],
    ['{"ids":["a"],"filter":{"rules":[{"ids":["A"]}]}}', 'needs a reason or a label'],
    [JSON.stringify({ ids: ['a'], filter: { rules: [{ reason: 'x'.repeat(4_001) }] } }), '4000'],
    ['{"ids":["a"],"__proto__":"b"}', 'country'],
  ])('are refused before anything is read where the question makes no sense: %s', async (body, named) => {
    const { harness, asked } = startPublished(PUBLISHED, 'edge');
    const answer = await post(harness.ask, body);
    const refusal = (await answer.json()) as { error: string; message: string };
    expect([answer.status, refusal.error]).toEqual([400, 'invalid_request']);
    expect(refusal.message).toContain(named);
    expect(asked).toEqual([]);
  });

  it('are refused in a body that is too long or of another type', async () => {
    const { harness } = startPublished(PUBLISHED, 'edge');
    expect((await post(harness.ask, { ids: ['a'], type: 'b'.repeat(66_000) })).status).toBe(413);
    expect((await post(harness.ask, { ids: ['a'] }, 'text/plain')).status).toBe(415);
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
