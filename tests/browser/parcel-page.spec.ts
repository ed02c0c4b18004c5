import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriers } from './find-barriers.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { listOverflows } from './list-overflows.ts';
import { advance, ship, stopClock } from './parcel-lives.ts';

/** The page that tells a shopper where a parcel is. */
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

const UNKNOWN = '690000000000199999999999';
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const step = (page: Page) => page.getByRole('main').locator('[aria-current="step"]');
const isAnswer = (url: string) => url.includes('/api/parcels?');

for (const [name, lastName, hours, sentence, next, now] of [
  ['registered', 'Lis', 1, 'The parcel has been announced.', /still has to hand it over/, 'Registered'],
  ['on its way', 'Lis', 15, 'The parcel is on its way.', /nothing you need to do/, 'On its way'],
  ['ready', 'Lis', 38, /^Ready to collect: \w/, /with the code/, 'Ready to collect'],
  ['collected', 'Lis', 62, 'The parcel has been handed over.', /Collected/, null],
  ['on its way back', 'Refused', 66, 'The parcel goes back to the sender.', /your money/, 'Returning'],
  ['lost', 'Lost', 75, 'There is a problem with the parcel.', /can’t be found/, 'Problem'],
] as const) {
  test(`a parcel that is ${name} is told in a sentence, with what to do next`, async ({
    page,
    droppoint,
  }) => {
    const number = await ship(droppoint, lastName);
    await advance(droppoint, hours);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`/parcel#${number}`);
    await expect(headings(page)).toHaveText(sentence);
    await expect(page.getByRole('main')).toContainText(next);
    await expect(page.getByRole('main')).toContainText(number);
    await expect(step(page)).toHaveCount(now === null ? 0 : 1);
    if (now !== null) await expect(step(page)).toHaveText(now);
    await page.getByText('History of the parcel').click();
    await expect(page.getByText('Announced by the sender')).toBeVisible();
    expect(await listOverflows(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
  });
}

test('a parcel that is ready has its point’s hours, way and map, and nothing moves meanwhile', async ({
  page,
  droppoint,
}) => {
  const number = await ship(droppoint);
  await advance(droppoint, 38);
  await watchLayoutShift(page);
  await page.goto(`/parcel#${number}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Collect it here' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Opening hours' })).toBeVisible();
  await expect(main.locator('p.now')).toHaveText(/open|closed|around the clock|not given/i);
  await expect(main.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /^https:|^geo:/);
  await expect(main.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(main.locator('.dp-pin')).toHaveCount(1);
  await expect(main.getByRole('region', { name: /map/i })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  expect(await sumLayoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('a number reaches no address but the one that asks for it, no title, and no referrer (case 177)', async ({
  page,
  droppoint,
}) => {
  const number = await ship(droppoint);
  await advance(droppoint, 38);
  const asked: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers()['referer'] }));
  await page.goto(`/parcel?number=${number}`);
  await expect(headings(page)).toHaveCount(1);
  await expect(page.locator('.dp-pin')).toHaveCount(1);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`/parcel#${number}`);
  expect(new URL(page.url()).search).toBe('');
  const withNumber = asked.filter(({ url }) => url.includes(number)).map(({ url }) => new URL(url).pathname);
  expect(withNumber).toEqual(['/parcel', '/api/parcels']);
  expect(asked.filter(({ referer }) => referer?.includes(number))).toEqual([]);
  await expect(page).toHaveTitle('Where is my parcel · Droppoint');
  const answer = await page.request.get('/parcel');
  expect(answer.headers()['referrer-policy']).toBe('no-referrer');
});

test('several parcels stand side by side, also those that nobody knows', async ({ page, droppoint }) => {
  const [first, second] = [await ship(droppoint), await ship(droppoint, 'Redirected')];
  await advance(droppoint, 15);
  await page.goto(`/parcel#${first},${second},${UNKNOWN}`);
  await expect(headings(page)).toHaveText([
    'The parcel is on its way.',
    'The parcel is on its way.',
    'The carrier doesn’t know this number.',
  ]);
  const [left, right] = await Promise.all([0, 1].map((at) => headings(page).nth(at).boundingBox()));
  expect(left!.y).toBeCloseTo(right!.y, 0);
  expect(left!.x).toBeLessThan(right!.x);
  expect(await findBarriers(page)).toEqual([]);
});

test('without a number there is a field, which says what is wrong with one that can’t be', async ({
  page,
  droppoint,
}) => {
  const number = await ship(droppoint);
  await page.goto('/parcel');
  const field = page.getByRole('textbox', { name: 'Tracking number' });
  const find = page.getByRole('button', { name: 'Find the parcel' });
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Enter the tracking number.');
  await field.fill('69-short');
  await find.click();
  await expect(page.getByRole('alert')).toContainText('“69-short” is no tracking number');
  await expect(field).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  // As it is copied from a letter.
  await field.fill(` ${number.slice(0, 8)} ${number.slice(8)} `);
  await field.press('Enter');
  await expect(headings(page)).toHaveText('The parcel has been announced.');
  expect(new URL(page.url()).hash).toBe(`#${number}`);
  await page.goBack();
  await expect(field).toBeVisible();
});

test('a number in the address that can’t be one is in the field, to be corrected', async ({ page }) => {
  await page.goto('/parcel#69-short');
  await expect(page.getByRole('textbox')).toHaveValue('69-short');
  await expect(page.getByRole('alert')).toContainText('is no tracking number');
});

test('the link that skips to the content leaves the number in the address', async ({ page, droppoint }) => {
  const number = await ship(droppoint);
  await page.goto(`/parcel#${number}`);
  await expect(headings(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${number}`);
  await expect(headings(page)).toHaveCount(1);
});

/** Whether the page is seen, as a tab in front or behind. */
const show = (page: Page, isSeen: boolean) =>
  page.evaluate((isSeen) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !isSeen });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isSeen);

test('it is asked again once a minute while the page is seen, and not while it isn’t', async ({
  page,
  droppoint,
}) => {
  await page.clock.install();
  const number = await ship(droppoint);
  let count = 0;
  page.on('request', (request) => (count += Number(isAnswer(request.url()))));
  const answered = () => page.waitForResponse((response) => isAnswer(response.url()));
  await page.goto(`/parcel#${number}`);
  await page.clock.runFor(1_000);
  await expect(headings(page)).toHaveCount(1);
  await page.clock.runFor(50_000);
  expect(count).toBe(1);
  await Promise.all([answered(), page.clock.runFor(12_000)]);
  expect(count).toBe(2);
  await show(page, false);
  await page.clock.runFor(300_000);
  expect(count).toBe(2);
  await Promise.all([answered(), show(page, true).then(() => page.clock.runFor(100))]);
  expect(count).toBe(3);
});

test('offline the last answer stays, with its age; with a connection it is asked again', async ({
  page,
  context,
  droppoint,
}) => {
  await page.clock.install();
  const number = await ship(droppoint);
  await page.goto(`/parcel#${number}`);
  await page.clock.runFor(1_000);
  await expect(headings(page)).toHaveCount(1);
  await page.route('**/api/parcels?*', (route) => route.abort());
  await context.setOffline(true);
  await page.clock.runFor(200_000);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await expect(headings(page)).toHaveText('The parcel has been announced.');
  await expect(page.getByText(/^Last answer: .+ \(3 minutes ago\)$/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/api/parcels?*');
  await context.setOffline(false);
  await page.clock.runFor(1_000);
  await expect(page.getByText('You’re offline')).toBeHidden();
});

test('loaded anew during an outage, the tab still has its last answer', async ({ page, droppoint }) => {
  const number = await ship(droppoint);
  await page.goto(`/parcel#${number}`);
  await expect(headings(page)).toHaveCount(1);
  await page.route('**/api/parcels?*', (route) => route.fulfill({ status: 503 }));
  await page.reload();
  await expect(page.getByText('The carrier doesn’t answer right now.')).toBeVisible();
  await expect(headings(page)).toHaveText('The parcel has been announced.');
  await expect(page.getByText(/^Last answer/)).toBeVisible();
});

test('it says why nothing can be told: too many requests, an outage, a parcel that is gone', async ({
  page,
}) => {
  const answer = (status: number, body: object, headers = {}) =>
    page.route('**/api/parcels?*', (route) => route.fulfill({ status, json: body, headers }));
  const main = page.getByRole('main');
  await answer(429, { error: 'temporarily_unavailable' }, { 'retry-after': '9' });
  await page.goto(`/parcel#${UNKNOWN}`);
  await expect(main).toContainText('Too many requests');
  await page.unroute('**/api/parcels?*');
  await answer(502, { error: 'server_error' });
  await page.reload();
  await expect(main).toContainText('The carrier doesn’t answer right now.');
  await page.unroute('**/api/parcels?*');
  const gone = {
    number: UNKNOWN,
    status: 'gone',
    state: null,
    since: null,
    nextStep: null,
    isReturn: null,
    destination: null,
    events: [],
    leftOut: 0,
    checkedAt: null,
  };
  await answer(200, { parcels: [gone] });
  await page.reload();
  await expect(headings(page)).toHaveText('The carrier no longer tells anything of this parcel.');
});

test('a page whose sentences can’t be fetched says so, and has a button to load it anew', async ({
  page,
}) => {
  const html = await (await page.request.get('/parcel')).text();
  const [, sentences] = /&quot;en&quot;:&quot;([^&]+)/.exec(html)![1]!.split(' ');
  await page.route(`**${sentences}`, (route) => route.abort());
  await page.goto('/parcel');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page can’t be shown.');
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(`**${sentences}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toBeVisible();
});

test('large text, the dark and a low window leave nothing out', async ({ page, droppoint }) => {
  const number = await ship(droppoint);
  await advance(droppoint, 38);
  await enlargeText(page, 32);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/parcel#${number}`);
  await expect(page.locator('.dp-pin')).toHaveCount(1);
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page, 'colours')).toEqual([]);
  await page.setViewportSize({ width: 740, height: 360 });
  expect(await listOverflows(page)).toEqual([]);
});

test('the state is told with at most 43 KB, hours and map not counted', async ({ page, droppoint }) => {
  // One that can't be fetched any more has neither.
  const number = await ship(droppoint, 'Lost');
  await advance(droppoint, 75);
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) =>
    sizes.set(
      new URL(response.url()).pathname,
      response.body().then((body) => brotliCompressSync(body).length),
    ),
  );
  await page.goto(`/parcel#${number}`);
  await expect(headings(page)).toHaveCount(1);
  const each = await Promise.all([...sizes].map(async ([path, size]) => ({ path, size: await size })));
  const bytes = each.reduce((sum, { size }) => sum + size, 0);
  console.log(`/parcel: ${bytes} bytes with brotli until the state is told, in ${sizes.size} answers`);
  console.log(each.map(({ path, size }) => `  ${size} ${path}`).join('\n'));
  expect(each.map(({ path }) => path)).toContain('/api/parcels');
  expect(bytes).toBeLessThan(43_000);
});

test('it says so where the carrier doesn’t let parcels be read', async ({ page, droppoint }) => {
  await droppoint.setFaults([{ kind: 'answer', status: 403, routes: ['tracking'] }]);
  await page.goto('/parcel#690000000000188888888888');
  await expect(page.getByRole('main')).toContainText('Parcels can’t be looked up here');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('who leaves the page gets a document with the next page’s headers', async ({ page }) => {
  await page.goto('/parcel');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [document] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest()),
    page.getByRole('link', { name: 'Find a point' }).click(),
  ]);
  expect(new URL(document.url()).pathname).toBe('/');
});
