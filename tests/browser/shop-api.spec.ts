import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { ship } from './parcel-lives.ts';
import { test } from './widget-shop.ts';

/** The function's API for scripts of a shop's own page, under the browser's CORS rules. */
onPublishedNetwork();

test.beforeEach(async ({ page, shop, droppoint }) => {
  const policy = `default-src 'none'; script-src 'unsafe-inline'; connect-src ${droppoint.origin}`;
  await shop.open(page, { body: '', markup: '<!doctype html><title>Shop</title>', policy });
});

const ask = (page: Page, address: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([address, init]) => {
      const answer = await fetch(address, init).catch(() => null);
      if (answer === null) return null;
      return {
        status: answer.status,
        body: (await answer.json()) as Record<string, unknown>,
        requestId: answer.headers.get('x-request-id'),
      };
    },
    [address, init] as const,
  );

test('a shop’s page reads the nearest points, or why there are none, also with a header of its own (case 132)', async ({
  page,
  droppoint,
  runtime,
}) => {
  const answer = await ask(page, `${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL`, {
    headers: { 'x-shop': 'checkout' },
  });
  // At the edge the published folder would be deployed with the pages; in this test it isn't.
  const wanted =
    runtime === 'node'
      ? { status: 200, body: { place: { kind: 'city', country: 'PL' } } }
      : { status: 503, body: { error: 'not_published' } };
  expect(answer).toMatchObject({ ...wanted, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  if (runtime === 'node') expect(answer!.body['points']).toHaveLength(5);
  const refused = await ask(page, `${droppoint.origin}/api/nearest-points`);
  expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
});

test('a shop’s page reads whether a point exists with a header of its own (case 132)', async ({
  page,
  droppoint,
}) => {
  const answer = await ask(page, `${droppoint.origin}/api/points/PL_NOWHERE`, {
    headers: { 'x-shop': 'checkout' },
  });
  expect(answer).toMatchObject({ status: 200, body: { id: 'PL_NOWHERE' } });
});

test('a shop’s page, and any tool, reads the description of all that', async ({ page, droppoint }) => {
  const answer = await ask(page, `${droppoint.origin}/api/openapi.json`);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      openapi: '3.1.0',
      servers: [{ url: droppoint.origin }],
      components: { schemas: { PointSummary: {} } },
    },
  });
});

test('a shop’s page reads where a parcel is, for all viewers at once, and nothing of it is logged (cases 172, 173)', async ({
  page,
  droppoint,
}) => {
  const number = await ship(droppoint);
  const address = `${droppoint.origin}/api/parcels/${number}`;
  const told = { number, status: 'found', nextStep: 'wait', destination: { kind: 'point' } };
  for (const answer of await Promise.all([1, 2, 3].map(() => ask(page, address))))
    expect(answer).toMatchObject({ status: 200, body: told });
  const several = await ask(
    page,
    `${droppoint.origin}/api/parcels?numbers=${number},short,${'9'.repeat(24)}`,
  );
  expect(several).toMatchObject({
    status: 200,
    body: { parcels: [told, { status: 'invalid' }, { status: 'unknown' }] },
  });
  expect(await droppoint.countPlatformRequests('/tracking/v1/parcels')).toBe(2);
  expect(await ask(page, `${droppoint.origin}/api/parcels/short`)).toMatchObject({
    status: 400,
    body: { error: 'invalid_request', message: expect.stringMatching(/^number must be/) },
  });
  // Locally wrangler writes paths too, in lines of its own.
  const lines = droppoint.readFunctionLog().match(/^\{.*/gm)!.join('\n');
  expect(lines).toContain('/api/parcels/:number');
  expect(lines).not.toContain(number);
});

test('numbers that are guessed are soon refused (case 171)', async ({ request, droppoint }) => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 30; guess++) {
    const answer = await request.get(`${droppoint.origin}/api/parcels/${'8'.repeat(20)}${1000 + guess}`);
    statuses.push(answer.status());
  }
  // Ten of a window, and the run may fall into two of them.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('no page reads anything with cookies, and nothing that isn’t for it (case 132)', async ({
  page,
  droppoint,
}) => {
  for (const path of ['/api/nearest-points?city=Warszawa', '/api/points/PL_A', '/api/parcels/12345678'])
    expect(await ask(page, droppoint.origin + path, { credentials: 'include' })).toBeNull();
  for (const path of ['/api/health', '/api/config', '/api/embed', '/api/points?page=1&perPage=25'])
    expect(await ask(page, droppoint.origin + path)).toBeNull();
  expect(await ask(page, `${droppoint.origin}/api/points/PL_A`, { method: 'DELETE' })).toBeNull();
});

test('a shop’s server has a thousand points checked, and 5,000 in ten seconds at most (case 180)', async ({
  request,
  droppoint,
  runtime,
}) => {
  const ids = Array.from({ length: 1_000 }, (_, at) => `PL_NOWHERE${at}`);
  const ask = () => request.post(`${droppoint.origin}/api/points/check`, { data: { ids, country: ['PL'] } });
  const answer = await ask();
  expect(answer.status()).toBe(200);
  const { points } = (await answer.json()) as { points: { id: string; status: string }[] };
  expect(points.map(({ id }) => id)).toEqual(ids);
  // As above: at the edge nothing is published here.
  expect(points.every(({ status }) => (status === 'unknown') === (runtime !== 'node'))).toBe(true);
  const statuses = [200];
  for (let at = 0; at < 11; at++) statuses.push((await ask()).status());
  // Five of a window, and the run may fall into two of them.
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('no page of another site has many points checked, or gets leave to (case 149)', async ({
  page,
  request,
  droppoint,
}) => {
  const address = `${droppoint.origin}/api/points/check`;
  const body = JSON.stringify({ ids: ['PL_A'] });
  for (const type of ['application/json', 'text/plain'])
    expect(await ask(page, address, { method: 'POST', headers: { 'content-type': type }, body })).toBeNull();
  // A page learns nothing in either case: what the function answers to the browser's question is asked for here.
  const leave = await request.fetch(address, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  expect(leave.status()).toBe(405);
});
