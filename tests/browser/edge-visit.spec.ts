import { expect, type Response } from '@playwright/test';
import { addPageHeaders } from '../../functions/pages/headers.ts';
import { parseSettings } from '../../functions/config.ts';
import { ENVIRONMENT } from '../functions/harness.ts';
import { test } from './droppoint.ts';

test.use({ deployed: true });

/** Each invocation costs money: a first visit must not need more than this. */
const MAX_INVOCATIONS = 6;
const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=13';

/** The worker gives each of its own responses an id; files served by the store have none. */
const isInvocation = (answer: Response) => 'x-request-id' in answer.headers();

test('a first visit runs the worker six times at most, and for no file that is there', async ({ page }) => {
  const answers: Response[] = [];
  page.on('response', (answer) => answers.push(answer));
  await page.goto(CITY);
  await expect(page.locator('.dp-pin').first()).toBeVisible();
  await page.getByRole('main').getByRole('list').getByRole('button').first().click();
  await page.waitForLoadState('networkidle');
  const invocations = answers
    .filter(isInvocation)
    .map((answer) => `${answer.status()} ${new URL(answer.url()).pathname}`);
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.some((answer) => /\/snapshot\/\w+\/blocks\//.test(answer.url()))).toBe(true);
  expect(invocations.length, invocations.join('\n')).toBeLessThanOrEqual(MAX_INVOCATIONS);
  expect(invocations.filter((line) => /^200 \/(snapshot|v1|_app|basemap)\//.test(line))).toEqual([]);
});

test('files that the store serves have the headers that the function gives them', async ({
  page,
  request,
}) => {
  const manifest = (await (await request.get('/snapshot/manifest.json')).json()) as { version: string };
  const pinned = (await (await request.get('/v1/integrity.json')).json()) as {
    file: string;
    parcel: { file: string };
  };
  await page.goto('/');
  const script = await page.locator('link[rel=modulepreload]').first().getAttribute('href');
  const settings = parseSettings(ENVIRONMENT);
  for (const path of [
    '/snapshot/manifest.json',
    `/snapshot/${manifest.version}/table.bin`,
    `/snapshot/${manifest.version}/blocks/0.bin`,
    `/snapshot/${manifest.version}/facets.json`,
    '/v1/droppoint.js',
    `/v1/${pinned.file}`,
    '/v1/droppoint-parcel.js',
    `/v1/${pinned.parcel.file}`,
    new URL(script!, 'http://localhost/').pathname,
    '/service-worker.js',
  ]) {
    const answer = await request.get(path);
    expect([answer.status(), 'x-request-id' in answer.headers()], path).toEqual([200, false]);
    const type = answer.headers()['content-type']!;
    const expected = new globalThis.Response(null, { headers: { 'content-type': type } });
    addPageHeaders(expected, path, settings);
    expect(answer.headers(), path).toMatchObject(Object.fromEntries(expected.headers));
  }
});

test('what isn’t there is told in a line, and packed neighbours are nothing', async ({ request }) => {
  for (const path of [
    '/snapshot/0123456789abcdef/table.bin',
    '/v1/nothing.js',
    '/v1/droppoint.js.br',
    '/_headers',
  ]) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    if (!path.startsWith('/_')) expect((await answer.body()).length, path).toBeLessThan(100);
  }
});
