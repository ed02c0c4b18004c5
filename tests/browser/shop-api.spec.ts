import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { ship } from './parcel-lives.ts';
import { test } from './widget-shop.ts';

const request = (page: Page, address: string, init: RequestInit = {}) =>
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

onPublishedNetwork();
// A function that found no network looks again only after a while.
test.beforeAll(({ droppoint }) => droppoint.restart());

/**
 * The function's API under the browser's CORS rules; its answers are in tests/functions/running.
 */
test('API: a shop’s page can read the open endpoints and their refusals, but nothing with cookies, and no other endpoint', async ({
  page,
  shop,
  droppoint,
}) => {
  const policy = `default-src 'none'; script-src 'unsafe-inline'; connect-src ${droppoint.origin}`;
  await shop.open(page, { body: '', markup: '<!doctype html><title>Shop</title>', policy });
  const own = { headers: { 'x-shop': 'checkout' } };
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
  for (const [path, init, wanted] of [
    ['nearest-points?city=Warszawa&country=PL', own, { status: 200, body: { place: { name: 'Warszawa' } } }],
    ['nearest-points', {}, { status: 400, body: { error: 'invalid_request' } }],
    ['points/PL_NOWHERE', own, { status: 200, body: { id: 'PL_NOWHERE' } }],
    ['openapi.json', {}, { status: 200, body: { openapi: '3.1.0' } }],
    [`parcels/${await ship(droppoint)}`, {}, { status: 200, body: { status: 'found' } }],
    ['parcels/short', {}, { status: 400, body: { error: 'invalid_request' } }],
  ] as const)
    expect(await request(page, `${droppoint.origin}/api/${path}`, init), path).toMatchObject({
      ...wanted,
      requestId,
    });

  const body = JSON.stringify({ ids: ['PL_A'] });
  const post = (type: string) => ({ method: 'POST', headers: { 'content-type': type }, body });
  for (const [path, init] of [
    ...['nearest-points?city=Warszawa', 'points/PL_A', 'parcels/12345678'].map(
      (path) => [path, { credentials: 'include' }] as const,
    ),
    ...['health', 'config', 'embed', 'points?page=1&perPage=25'].map((path) => [path, {}] as const),
    ['points/PL_A', { method: 'DELETE' }],
    ['points/check', post('application/json')],
    ['points/check', post('text/plain')],
  ] as const)
    expect(await request(page, `${droppoint.origin}/api/${path}`, init), path).toBeNull();
});
