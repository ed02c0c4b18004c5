import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen } from '../../processes.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { answerJson, answerToken, startHarness, TOKEN_ANSWER, type HarnessOptions } from '../harness.ts';

const { files } = await publish(makeGrid(4));

/** A store with pages and a network, without the files that match. */
function store(without: RegExp): HarnessOptions['servePage'] {
  return ({ url }) => {
    const { pathname } = new URL(url);
    if (without.test(pathname)) return new Response('nothing', { status: 404 });
    if (pathname === '/embed') return new Response('a page');
    const content = files.get(pathname.replace('/snapshot/', ''));
    return content === undefined
      ? new Response('nothing', { status: 404 })
      : new Response(typeof content === 'string' ? content : Buffer.from(content));
  };
}

const NOTHING = /^$/;
const ready = { status: 'ready', token: 'ok', network: 'ok', pages: 'ok' };

describe('Readiness of a node', () => {
  it.each<[string, HarnessOptions, number, object]>([
    ['with token, network and pages is ready', {}, 200, {}],
    [
      'whose secret is wrong stays ready, as shoppers don’t need it, and tells it',
      { token: [() => answerJson({ error: 'invalid_client' }, 401)] },
      200,
      { token: 'wrong' },
    ],
    [
      'that isn\u2019t granted its scope stays ready, and tells it',
      { token: [() => answerToken({ scope: 'api:tracking:read' })] },
      200,
      { token: 'wrong' },
    ],
    [
      'that can\u2019t reach the platform stays ready, or all nodes were gone at once',
      { token: [() => new TypeError('fetch failed')] },
      200,
      { token: 'unreachable' },
    ],
    [
      'without a published network is not',
      { servePage: store(/^\/snapshot\//) },
      503,
      { network: 'not_published' },
    ],
    [
      'whose version of the network is gone is not',
      { servePage: store(/\/ids\//) },
      503,
      { network: 'unreadable' },
    ],
    ['without pages is not', { servePage: store(/^\/embed$/) }, 503, { pages: 'missing' }],
  ])('%s', async (_what, options, status, changes) => {
    const { request, logs } = startHarness({
      servePage: store(NOTHING),
      token: [() => answerToken({ scope: 'api:points:read' })],
      ...options,
    });
    const answer = await request('/api/ready');
    const expected = status === 200 ? ready : { ...ready, status: 'not_ready' };
    const body = { ...expected, ...changes };
    expect([answer.status, await answer.json()]).toEqual([status, body]);
    expect(logs[0]?.outcome).toEqual({ [`token_${body.token}`]: 1 });
  });

  it('a token is requested from the platform once, and after a refusal at most every ten seconds', async () => {
    const good = startHarness({ servePage: store(NOTHING) });
    for (let probe = 0; probe < 5; probe++) await good.request('/api/ready');
    expect(good.tokenForms()).toHaveLength(1);

    const refused = () => answerJson({ error: 'invalid_client' }, 400);
    const { request, clock, tokenForms } = startHarness({ token: [refused, refused, () => answerToken()] });
    const tokenState = async () => ((await (await request('/api/ready')).json()) as { token: string }).token;
    for (let probe = 0; probe < 5; probe++) expect(await tokenState()).toBe('wrong');
    expect(tokenForms()).toHaveLength(1);
    clock.nowMs += 10_000;
    expect(await tokenState()).toBe('wrong');
    clock.nowMs += 10_000;
    expect(await tokenState()).toBe('ok');
    expect(tokenForms()).toHaveLength(3);

    const late = startHarness({ token: [refused, () => answerToken()] });
    const isWrong = async () => (await (await late.request('/api/ready')).text()).includes('"token":"wrong"');
    late.clock.nowMs += 3_600_000;
    expect(await isWrong()).toBe(true);
    // The clock was an hour ahead, and is corrected.
    late.clock.nowMs -= 3_600_000;
    expect(await isWrong()).toBe(false);
  });

  it('a probe is answered while the platform hangs, and a token that arrives later is used', async () => {
    const calls: ServerResponse[] = [];
    const platform = await listen((_call, answer) => void calls.push(answer));
    const environment = { PLATFORM_AUTH_URL: platform.origin, PLATFORM_BASE_URL: platform.origin };
    const { request, clock } = startHarness({ environment, fetch, servePage: store(NOTHING) });
    const answer = await request('/api/ready');
    expect([answer.status, await answer.json()]).toEqual([200, { ...ready, token: 'unreachable' }]);
    // If the probe had waited for the call to end, there would be a second call.
    const body = JSON.stringify({ ...TOKEN_ANSWER, scope: 'api:points:read' });
    calls[0]!.writeHead(200, { 'content-type': 'application/json' }).end(body);
    clock.nowMs += 10_000;
    expect(await (await request('/api/ready')).json()).toEqual(ready);
    expect(calls).toHaveLength(1);
    await platform.close();
  });

  it('health and readiness have no limit, however often others ask', async () => {
    const buckets: string[] = [];
    const limit = (bucket: string) => Promise.resolve(buckets.push(bucket) < 0);
    const { request } = startHarness({ limit, servePage: store(NOTHING) });
    expect((await request('/api/health')).status).toBe(200);
    expect((await request('/api/ready')).status).toBe(200);
    expect(buckets).toEqual([]);
    // Requests of other sites' pages, which any visitor's browser may be made to send, are refused, and counted too.
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await request('/api/ready', { headers })).status).toBe(429);
    expect(buckets).toEqual(['refused']);
  });
});
