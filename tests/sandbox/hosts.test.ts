import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '../processes.ts';
import { parseSandboxSettings, SandboxStartError } from '../../sandbox/settings.ts';
import { startHosts } from '../../sandbox/start.ts';
import {
  fetchAppToken,
  fetchPoints,
  makeAuthorization,
  readJson,
  startSmallSandbox,
  SOME_TEXT,
} from './sandbox-client.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Repeats a request until the server listens. */
async function fetchWhenListening(address: string): Promise<Response> {
  return fetch(address).catch(() => fetchWhenListening(address));
}

const startEmpty = (port: number) =>
  startHosts(parseSandboxSettings({ SANDBOX_PORT: String(port), SANDBOX_POINTS: '0' }));

/** Finds the first of three free ports, below those that the system assigns to other tests. */
async function findPorts(): Promise<number> {
  const first = randomInt(20_000, 32_000);
  const probe = await startEmpty(first).catch(() => null);
  if (probe === null) return findPorts();
  await probe.close();
  return first;
}

const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '100' });
afterAll(() => sandbox.close());

describe('The three hosts', () => {
  const everyKindOfAnswer = () => {
    const { base, auth, account } = sandbox.addresses;
    return [
      `${base}/location/v1/points`,
      `${base}/nothing`,
      `${base}/__sandbox/faults`,
      `${auth}/oauth2/token`,
      `${auth}/`,
      `${account}/`,
      `${account}/oauth2/authorize`,
      `${account}/interaction/x`,
      makeAuthorization(sandbox, 'api:points:read').address,
    ];
  };

  it('every answer has a UUID as X-Request-Id, or the caller’s id', async () => {
    for (const address of everyKindOfAnswer()) {
      const own = await fetch(address, { redirect: 'manual' });
      expect(own.headers.get('x-request-id')).toMatch(UUID);
      const echoed = await fetch(address, { redirect: 'manual', headers: { 'X-Request-Id': 'caller-7' } });
      expect(echoed.headers.get('x-request-id')).toBe('caller-7');
    }
  });

  it('replace a request id that is too long or has spaces', async () => {
    for (const id of ['x'.repeat(201), 'two words']) {
      const response = await fetch(`${sandbox.addresses.base}/`, { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toMatch(UUID);
    }
  });

  it('the token endpoint is only on the token host, and authorization only on the login host', async () => {
    const { base, auth, account } = sandbox.addresses;
    for (const host of [base, account]) {
      expect((await fetch(`${host}/oauth2/token`, { method: 'POST' })).status).toBe(404);
    }
    for (const host of [base, auth]) expect((await fetch(`${host}/oauth2/authorize`)).status).toBe(404);
    expect((await fetch(`${auth}/oauth2/token`)).status).toBe(405);
  });

  it('have no address that the platform’s document doesn’t show', async () => {
    const { base, account } = sandbox.addresses;
    for (const path of [
      '/account/v1/me',
      '/location/v2/points',
      '/returns/v1/x',
      '/tracking/v1/x',
      '/pickups/v1/',
    ]) {
      const response = await fetch(base + path);
      expect(response.status).toBe(404);
      expect(await readJson(response)).toMatchObject({
        status: 404,
        title: 'Not Found',
        detail: SOME_TEXT,
        requestId: response.headers.get('x-request-id'),
      });
    }
    expect((await fetch(`${account}/.well-known/openid-configuration`)).status).toBe(404);
  });

  it('name the supported version of a product', async () => {
    const answer = await readJson(await fetch(`${sandbox.addresses.base}/location/v2/points`));
    expect(answer.detail).toBe('The sandbox has the product location in v1 only.');
  });

  it('any origin may call the API host and the token host, with preflights', async () => {
    const { base, auth } = sandbox.addresses;
    for (const address of [`${base}/location/v1/points`, `${auth}/oauth2/token`]) {
      const preflight = await fetch(address, {
        method: 'OPTIONS',
        headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-headers')).toBe(
        'Authorization, Content-Type, X-Deduplication-Id, X-Request-Id',
      );
      const answer = await fetch(address, { method: 'POST', headers: { Origin: 'https://shop.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toBe('X-Request-Id');
    }
  });

  it('the login host has no CORS headers', async () => {
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'GET' };
    const address = makeAuthorization(sandbox, 'api:points:read').address;
    for (const method of ['GET', 'OPTIONS']) {
      const response = await fetch(address, { method, headers, redirect: 'manual' });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('report a port in use, and close all others', async () => {
    const first = await findPorts();
    const other = await listen(() => undefined, first + 1);
    const starting = startEmpty(first);
    await expect(starting).rejects.toThrow(SandboxStartError);
    await expect(starting).rejects.toThrow(`Port ${first + 1} for the sandbox's token host is in use.`);
    await expect(fetch(`http://127.0.0.1:${first}/`)).rejects.toThrow('fetch failed');
    await other.close();
  });

  it('a request before the network is ready waits', async () => {
    const first = await findPorts();
    const starting = startEmpty(first);
    const early = await fetchWhenListening(`http://127.0.0.1:${first}/nothing`);
    await (await starting).close();
    expect(early.status).toBe(404);
  });

  it('serve cacheable pictures, most of which exist', async () => {
    const token = await fetchAppToken(sandbox);
    const answer = await readJson(await fetchPoints(sandbox, token, '?perPage=100'));
    const addresses = (answer.items as Array<{ imageUrl: string }>).map(({ imageUrl }) => imageUrl);
    const responses = await Promise.all(addresses.map((address) => fetch(address)));
    const found = responses.filter(({ status }) => status === 200);
    const missing = responses.filter(({ status }) => status === 404);
    expect(found.length + missing.length).toBe(100);
    expect(missing.length).toBeLessThan(15);
    expect(found[0]?.headers.get('content-type')).toBe('image/svg+xml');
    expect(found[0]?.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await found[0]?.text()).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="320" height="200"/,
    );
  });
});
