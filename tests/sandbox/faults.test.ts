import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sumLatencyMilliseconds } from '../../sandbox/fault-effects.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { makeShipment } from './carrier-client.ts';
import {
  fetchAppToken,
  fetchPoints,
  makeAuthorization,
  postToken,
  readJson,
  startSmallSandbox,
  switchFaults,
  type Json,
  SOME_TEXT,
} from './sandbox-client.ts';

const GRANT = { grant_type: 'client_credentials', scope: 'api:points:read' };

const sandbox = await startSmallSandbox();
afterAll(() => sandbox.close());

describe('Faults', () => {
  let token: string;
  beforeEach(async () => {
    token = await fetchAppToken(sandbox);
  });
  afterEach(() => fetch(`${sandbox.addresses.base}/__sandbox/faults`, { method: 'DELETE' }));

  const points = (query = '') => fetchPoints(sandbox, token, query);

  /** Resolves when the active fault has seen a request. */
  async function waitForRequest(): Promise<void> {
    const shown = await fetch(`${sandbox.addresses.base}/__sandbox/faults`);
    const [fault] = (await shown.json()) as Array<{ seen: number }>;
    if (fault?.seen === 0) await waitForRequest();
  }

  it('latency delays an answer, so that a later request overtakes it', async () => {
    await switchFaults(sandbox, [{ kind: 'latency', milliseconds: 400, routes: ['points'], times: 1 }]);
    const arrived: string[] = [];
    const held = points().then(() => arrived.push('held'));
    await waitForRequest();
    await points().then(() => arrived.push('later'));
    await held;
    expect(arrived).toEqual(['later', 'held']);
  });

  it('latencies add up, each with its jitter', () => {
    const faults: Fault[] = [
      { kind: 'latency', milliseconds: 100, jitterMilliseconds: 40 },
      { kind: 'latency', milliseconds: 20 },
      { kind: 'truncate' },
    ];
    expect(sumLatencyMilliseconds(faults, () => 0.5)).toBe(140);
  });

  it('a closed point is neither listed nor accepted for shipments; all others stay', async () => {
    const idsOf = async () => {
      const pages: string[] = [];
      for (let page = 1; page <= 5; page += 1) {
        const { count, items } = await readJson(await points(`?page=${page}&perPage=500`));
        pages.push(
          ...(items as { id: string }[]).map(({ id }) => id),
          ...(page === 1 ? [`count ${String(count)}`] : []),
        );
      }
      return pages;
    };
    const [, , ...before] = (await idsOf()).filter((id) => !id.startsWith('count')).sort();
    const closed = [before[3]!, before[700]!, before[1_500]!];
    await switchFaults(sandbox, [{ kind: 'close', ids: [...closed, closed[0]!, 'no such point'] }]);
    const after = await idsOf();
    expect(after).toContain('count 1997');
    expect(after).toHaveLength(1_998);
    for (const id of closed) expect(after).not.toContain(id);
    expect(new Set(after).size).toBe(1_998);
    const authorization = `Bearer ${await fetchAppToken(sandbox, 'api:shipments:write')}`;
    const send = (point: string) =>
      fetch(`${sandbox.addresses.base}/shipping/v2/organizations/o/shipments`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(makeShipment(point)),
      });
    expect((await send(before[4]!)).status).toBe(201);
    const refused = await send(closed[0]!);
    expect([refused.status, (await readJson(refused)).detail]).toEqual([
      422,
      `The point ${closed[0]} is closed.`,
    ]);
    await switchFaults(sandbox, []);
    expect(await idsOf()).toContain('count 2000');
  });

  it('answer with 429 with or without Retry-After, 5xx, and other statuses', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 429, headers: { 'Retry-After': '2' }, times: 1 }]);
    const limited = await points();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    await switchFaults(sandbox, [{ kind: 'answer', status: 429 }]);
    expect((await points()).headers.get('retry-after')).toBeNull();
    await switchFaults(sandbox, [{ kind: 'answer', status: 503 }]);
    expect((await points()).status).toBe(503);
    await switchFaults(sandbox, [{ kind: 'answer', status: 204, as: 'empty' }]);
    expect((await postToken(sandbox, GRANT)).status).toBe(204);
  });

  it('answer with HTML instead of JSON', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 200, as: 'html' }]);
    const response = await postToken(sandbox, GRANT);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toContain('<h1>');
  });

  it('truncate JSON', async () => {
    await switchFaults(sandbox, [{ kind: 'truncate' }]);
    for (const response of [await points(), await postToken(sandbox, GRANT)]) {
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text.startsWith('{')).toBe(true);
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    }
  });

  it('close the connection', async () => {
    await switchFaults(sandbox, [{ kind: 'close', routes: ['points'] }]);
    await expect(points()).rejects.toThrow('fetch failed');
    expect((await postToken(sandbox, GRANT)).status).toBe(200);
  });

  it('omit the request id, or send another one', async () => {
    await switchFaults(sandbox, [{ kind: 'request-id', mode: 'missing' }]);
    expect((await points()).headers.get('x-request-id')).toBeNull();
    await switchFaults(sandbox, [{ kind: 'request-id', mode: 'wrong' }]);
    const response = await fetch(`${sandbox.addresses.auth}/oauth2/token`, {
      method: 'POST',
      headers: { 'X-Request-Id': 'mine' },
    });
    const answered = response.headers.get('x-request-id');
    expect(answered).not.toBeNull();
    expect(answered).not.toBe('mine');
  });

  it('drift changes the list between pages, so that points repeat or are missed', async () => {
    const idsOf = (answer: Json) => (answer.items as Json[]).map(({ id }) => id);
    const readTwo = async () => [
      await readJson(await points('?page=1')),
      await readJson(await points('?page=2')),
    ];
    const plain = await readTwo();
    await switchFaults(sandbox, [{ kind: 'drift', mode: 'insert', points: 2 }]);
    const inserted = await readTwo();
    expect(inserted.map(({ count }) => count)).toEqual([2_002, 2_004]);
    const [first, second] = inserted.map(idsOf);
    expect(second?.slice(0, 2)).toEqual(first?.slice(-2));

    await fetch(`${sandbox.addresses.base}/__sandbox/faults`, { method: 'DELETE' });
    await switchFaults(sandbox, [{ kind: 'drift', mode: 'remove', share: 0.5 }]);
    const removed = await readTwo();
    expect(removed.map(({ count }) => count)).toEqual([2_000, 1_999]);
    expect(removed.flatMap(idsOf)).not.toContain(idsOf(plain[1] as Json)[0]);

    await fetch(`${sandbox.addresses.base}/__sandbox/faults`, { method: 'DELETE' });
    expect(await readJson(await points('?page=1'))).toEqual(plain[0]);
  });

  it('add fields and enum values', async () => {
    await switchFaults(sandbox, [{ kind: 'additive' }]);
    const answer = await readJson(await points());
    const items = answer.items as Json[];
    expect(answer).toHaveProperty('futureField');
    expect(items.every((item) => 'futureField' in item)).toBe(true);
    expect(items.map(({ type }) => type)).toContain('DRONE_PAD');
    expect(items.map(({ locationType }) => locationType)).toContain('UNDERGROUND');
  });

  it('drop a field of the answer, of its items, or one level down', async () => {
    await switchFaults(sandbox, [
      { kind: 'missing-field', field: 'count' },
      { kind: 'missing-field', field: 'type' },
      { kind: 'missing-field', field: 'coordinates.latitude' },
    ]);
    const answer = await readJson(await points());
    expect(answer).not.toHaveProperty('count');
    expect(answer).toHaveProperty('totalPages');
    expect(answer.items).not.toEqual([]);
    for (const item of answer.items as Json[]) {
      expect(item).not.toHaveProperty('type');
      expect(Object.keys(item.coordinates as Json)).toEqual(['longitude']);
    }
  });

  it('omit CORS headers, for preflights too', async () => {
    await switchFaults(sandbox, [{ kind: 'no-cors', routes: ['points', 'token'] }]);
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
    const answers = [
      await points(),
      await fetch(`${sandbox.addresses.base}/location/v1/points`, { method: 'OPTIONS', headers }),
      await fetch(`${sandbox.addresses.auth}/oauth2/token`, { method: 'POST', headers }),
    ];
    for (const response of answers) {
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('redirect, and the request log shows clients that follow', async () => {
    await switchFaults(sandbox, [{ kind: 'redirect' }]);
    const response = await points();
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${sandbox.addresses.base}/redirected`);
    await fetch(response.headers.get('location') ?? '');
    const log = await readJson(await fetch(`${sandbox.addresses.base}/__sandbox/requests`));
    expect(log.counts).toHaveProperty('api other');
  });

  it('change, drop or null members of the token answer', async () => {
    await switchFaults(sandbox, [
      {
        kind: 'token-answer',
        overrides: { expires_in: '3600', token_type: null },
        asNull: ['refresh_token'],
      },
    ]);
    const answer = await readJson(await postToken(sandbox, GRANT));
    expect(answer).toEqual({ access_token: SOME_TEXT, expires_in: '3600', refresh_token: null });
  });

  it('rewrite only successful answers', async () => {
    await switchFaults(sandbox, [{ kind: 'token-answer', overrides: { access_token: 'x' } }]);
    const refusal = await readJson(await postToken(sandbox, { ...GRANT, client_secret: 'wrong' }));
    expect(refusal).not.toHaveProperty('access_token');
  });

  it('hit every k-th request, stop after a number of hits, and count them', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 500, routes: ['points'], share: 0.25, times: 2 }]);
    const statuses: number[] = [];
    for (let request = 0; request < 16; request += 1) statuses.push((await points()).status);
    const expected = statuses.map((_status, index) => (index === 3 || index === 7 ? 500 : 200));
    expect(statuses).toEqual(expected);
    const shown: unknown = await (await fetch(`${sandbox.addresses.base}/__sandbox/faults`)).json();
    expect(shown).toMatchObject([{ kind: 'answer', seen: 8, hits: 2 }]);
  });

  it('apply to the authorization endpoint and to pictures too', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 502, routes: ['authorize', 'images'] }]);
    const authorize = await fetch(makeAuthorization(sandbox, 'api:points:read').address, {
      redirect: 'manual',
    });
    const image = await fetch(`${sandbox.addresses.base}/images/locker/x.svg`);
    expect([authorize.status, image.status, (await points()).status]).toEqual([502, 502, 200]);
  });

  it('invalid ones are refused with the reason, and the previous ones stay', async () => {
    await switchFaults(sandbox, [{ kind: 'answer', status: 500, routes: ['points'] }]);
    await expect(switchFaults(sandbox, [{ kind: 'earthquake' }])).rejects.toThrow(
      'must be one of the kinds of faults',
    );
    expect((await points()).status).toBe(500);
  });

  it('can be active from the start', async () => {
    const faulty = await startSmallSandbox({
      SANDBOX_POINTS: '0',
      SANDBOX_FAULTS: '[{"kind":"answer","status":418,"routes":["token"]}]',
    });
    const { status } = await postToken(faulty, GRANT);
    await faulty.close();
    expect(status).toBe(418);
  });
});
