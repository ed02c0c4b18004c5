import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../functions/node/turns.ts';
import { COSTS, createRequestCounter, RATE_LIMITS } from '../../../functions/http/rate-limits.ts';
import { startHarness, type Harness } from '../harness.ts';

const checkOf =
  (amount: number) =>
  (request: Harness['request'], headers: Record<string, string> = {}) =>
    request('/api/points/check', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ids: Array.from({ length: amount }, (_, at) => `PL_${at}`) }),
    });
const get =
  (path: string) =>
  (request: Harness['request'], headers: Record<string, string> = {}) =>
    request(path, { headers });
const numbers = (amount: number) => Array.from({ length: amount }, (_, at) => `GUESS00${at + 10}`).join(',');

/** Cost of each kind of question in the shared budget. */
const QUESTIONS: [what: string, send: ReturnType<typeof get>, cost: number][] = [
  ['a point', get('/api/points/PL_A'), COSTS.point],
  ['a point with everything', get('/api/points/PL_A?latitude=52&longitude=21&language=de'), COSTS.point],
  ['near a position', get('/api/nearest-points?latitude=52&longitude=21'), COSTS.nearPosition],
  ['near a city', get('/api/nearest-points?city=Wola'), COSTS.nearWords],
  ['near an address', get('/api/nearest-points?address=Polna%207&city=Wola&limit=20'), COSTS.nearWords],
  ['one id', checkOf(1), COSTS.hundredIds],
  ['a hundred ids', checkOf(100), COSTS.hundredIds],
  ['a thousand ids', checkOf(1_000), 10 * COSTS.hundredIds],
  ['a page of 100', get('/api/points?page=1&perPage=100'), COSTS.hundredItems],
  ['a page of 500', get('/api/points?page=1&perPage=500'), 5 * COSTS.hundredItems],
  ['a parcel', get('/api/parcels/GUESS0001'), COSTS.parcel],
  ['twenty parcels', get(`/api/parcels?numbers=${numbers(20)}`), 20 * COSTS.parcel],
];

describe('Budget of computing time', () => {
  // Proves: security/counted-cost.
  it.each(QUESTIONS)('a question counts in the shared budget: %s', async (_what, send, cost) => {
    const spent: Record<string, number> = {};
    const { request } = startHarness({
      limit: (bucket, client, more = 1) => {
        expect(client).toBe('192.0.2.1');
        spent[bucket] = (spent[bucket] ?? 0) + more;
        return Promise.resolve(true);
      },
    });
    await send(request);
    expect(spent['compute']).toBe(cost);
    expect(Object.keys(spent).filter((bucket) => !['compute', 'parcel'].includes(bucket))).toEqual([]);
  });

  it.each(QUESTIONS)(
    'a question is refused once other questions have used up the budget: %s',
    async (_what, send) => {
      const limit = createRequestCounter(() => 0);
      const { request, calls } = startHarness({ limit });
      expect(await limit('compute', '192.0.2.1', RATE_LIMITS.compute)).toBe(true);
      const answer = await send(request);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
      expect(calls).toEqual([]);
    },
  );

  // Proves: security/foreign-pages-apart.
  it('questions of other sites’ pages count in their own, smaller budget, except nearest points', async () => {
    const spent = new Set<string>();
    const { request } = startHarness({ limit: (bucket) => Promise.resolve(spent.add(bucket).size > 0) });
    for (const [what, send] of QUESTIONS)
      if (what.includes('parcel') || what.startsWith('a point'))
        await send(request, { 'sec-fetch-site': 'cross-site' });
    expect([...spent]).toEqual(['foreign']);
  });
});

describe('Turns', () => {
  /** Turns with a fake clock, and rounds of the event loop one by one. */
  const start = () => {
    const clock = { nowMs: 0 };
    const deferred: (() => void)[] = [];
    const turns = createTurns(
      () => clock.nowMs,
      (run) => void deferred.push(run),
    );
    const nextRound = async () => {
      for (const run of deferred.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { ...turns, clock, deferred, nextRound };
  };

  it('a question continues within its slice; after that, one question continues per round of the event loop', async () => {
    const { pause, clock, deferred, nextRound } = start();
    const went: string[] = [];
    await pause();
    expect(deferred).toEqual([]);
    clock.nowMs = 2;
    for (const name of ['a', 'b', 'c']) void pause().then(() => went.push(name));
    await nextRound();
    expect(went).toEqual(['a']);
    // A question that arrives in between has its turn after the waiting ones.
    clock.nowMs = 4;
    void pause().then(() => went.push('d'));
    await nextRound();
    expect(went).toEqual(['a', 'b']);
    await nextRound();
    await nextRound();
    expect([went, deferred]).toEqual([['a', 'b', 'c', 'd'], []]);
  });

  it('a client has two turns at a time, however they end, and other clients don’t wait for them', async () => {
    const { take } = start();
    const under: string[] = [];
    const ends = new Map<string, (error?: Error) => void>();
    const request = (client: string, name: string) =>
      take(client, () => {
        under.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error))),
        );
      });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const [a, b, c] = [request('x', 'a'), request('x', 'b'), request('x', 'c')];
    void request('y', 'other');
    expect(under).toEqual(['a', 'b', 'other']);
    ends.get('a')!(new Error('broken'));
    await expect(a).rejects.toThrow('broken');
    await settle();
    expect(under).toEqual(['a', 'b', 'other', 'c']);
    ends.get('b')!();
    ends.get('c')!();
    expect([await b, await c]).toEqual(['b', 'c']);
    void request('x', 'd');
    void request('x', 'e');
    void request('x', 'f');
    await settle();
    expect(under.slice(4)).toEqual(['d', 'e']);
  });
});
