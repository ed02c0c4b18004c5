import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../sandbox/request-log.ts';
import {
  fetchAppToken,
  fetchPoints,
  fetchUserTokens,
  postToken,
  startSmallSandbox,
} from './sandbox-client.ts';

interface ShownLog {
  total: number;
  counts: Record<string, number>;
  recent: LoggedRequest[];
}

const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '10' });
afterAll(() => sandbox.close());

describe('Control endpoints of the sandbox', () => {
  beforeEach(() => control('DELETE', 'requests'));

  const control = (method: string, name: string) =>
    fetch(`${sandbox.addresses.base}/__sandbox/${name}`, { method });
  const readLog = async () => (await (await control('GET', 'requests')).json()) as ShownLog;

  it('Request log: counts requests to each host, except control requests', async () => {
    const token = await fetchAppToken(sandbox);
    await fetchPoints(sandbox, token);
    await fetchPoints(sandbox, token);
    const log = await readLog();
    expect(log.counts).toEqual({ 'token token': 1, 'api points': 2 });
    expect(log.total).toBe(3);
  });

  it('Request log: records names of headers and parameters, never values', async () => {
    const token = await fetchAppToken(sandbox);
    await fetch(`${sandbox.addresses.base}/location/v1/points?secret=canary-1`, {
      headers: {
        Authorization: `Bearer ${token}`,
        Cookie: 'a=canary-2',
        'X-Own': 'canary-3',
        'X-Request-Id': 'r-1',
      },
    });
    const log = await readLog();
    expect(log.recent.at(-1)).toMatchObject({
      host: 'api',
      route: 'points',
      method: 'GET',
      path: '/location/v1/points',
      queryNames: ['secret'],
      status: 200,
      requestId: 'r-1',
      hadCookie: true,
      hadAuthorization: true,
    });
    expect(log.recent.at(-1)?.headerNames).toContain('x-own');
    expect(JSON.stringify(log)).not.toContain('canary');
    expect(JSON.stringify(log)).not.toContain(token);
  });

  it('Request log: records the last 200 requests and counts all', async () => {
    for (let request = 0; request < 205; request += 1)
      await (await fetch(`${sandbox.addresses.base}/x`)).text();
    const log = await readLog();
    expect(log.recent).toHaveLength(200);
    expect(log.counts).toEqual({ 'api other': 205 });
  });

  it('expire-tokens: ends access tokens but not refresh tokens', async () => {
    const user = await fetchUserTokens(sandbox, 'api:points:read');
    const app = await fetchAppToken(sandbox);
    expect((await control('POST', 'expire-tokens')).status).toBe(200);
    expect((await fetchPoints(sandbox, String(user.access_token))).status).toBe(401);
    expect((await fetchPoints(sandbox, app)).status).toBe(401);
    const fields = { grant_type: 'refresh_token', refresh_token: String(user.refresh_token) };
    expect((await postToken(sandbox, fields)).status).toBe(200);
  });

  it('revoke: ends refresh tokens too', async () => {
    const user = await fetchUserTokens(sandbox, 'api:points:read');
    expect((await control('POST', 'revoke')).status).toBe(200);
    expect((await fetchPoints(sandbox, String(user.access_token))).status).toBe(401);
    const fields = { grant_type: 'refresh_token', refresh_token: String(user.refresh_token) };
    expect((await postToken(sandbox, fields)).status).toBe(400);
  });

  it('an unknown name is answered with the known ones', async () => {
    expect((await control('POST', 'faults')).status).toBe(404);
    expect(await (await control('GET', 'nothing')).text()).toContain('expire-tokens');
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page by another name of this machine', { host: 'evil.example:PORT' }],
    ['a page by a name of no port', { host: 'localhost' }],
  ])('refuse %s, without CORS headers', async (_whose, changedHeaders) => {
    const { port } = new URL(sandbox.addresses.base);
    const headers = Object.fromEntries(
      Object.entries(changedHeaders).map(([name, value]) => [name, value.replace('PORT', port)]),
    );
    const before = await fetchAppToken(sandbox);
    for (const [method, name] of [
      ['PUT', 'faults'],
      ['DELETE', 'faults'],
      ['GET', 'requests'],
      ['PUT', 'clock'],
      ['POST', 'clock/advance'],
      ['POST', 'expire-tokens'],
      ['POST', 'revoke'],
    ] as const) {
      const answer = await send(method, name, headers);
      expect([method, name, answer.statusCode]).toEqual([method, name, 403]);
      expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
    expect((await fetchPoints(sandbox, before)).status).toBe(200);
  });

  it('refuse preflights, unlike the platform’s addresses', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'PUT' };
    const control = await send('OPTIONS', 'faults', headers);
    expect([control.statusCode, control.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    const platform = await send('OPTIONS', '../location/v1/points', headers);
    expect([platform.statusCode, platform.headers['access-control-allow-origin']]).toEqual([204, '*']);
  });

  it('answer to localhost too', async () => {
    const { port } = new URL(sandbox.addresses.base);
    expect((await send('GET', 'faults', { host: `localhost:${port}` })).statusCode).toBe(200);
  });

  /** Sends a request with headers that `fetch` would set itself. */
  async function send(method: string, name: string, headers: Record<string, string>) {
    const call = request(new URL(name, `${sandbox.addresses.base}/__sandbox/`), { method, headers });
    const [answer] = (await once(call.end(), 'response')) as [IncomingMessage];
    answer.resume();
    return answer;
  }
});
