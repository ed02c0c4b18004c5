import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { listOverflows } from './list-overflows.ts';
import { advance, ship, stopClock } from './parcel-lives.ts';

/**
 * The page that shows a shopper where a parcel is. The texts of each state are tested in
 * tests/unit/parcel/words.test.ts.
 */
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

const UNKNOWN = '690000000000199999999999';
const main = (page: Page) => page.getByRole('main');
const headings = (page: Page) => main(page).getByRole('heading', { level: 2 });
const field = (page: Page) => page.getByRole('textbox', { name: 'Tracking number' });
const fragmentOf = (page: Page) => new URL(page.url()).hash;

test('Parcel page: a ready parcel shows what to do next, and its point’s hours, directions and map; its number is in no other address', async ({
  page,
  droppoint,
}) => {
  const number = await ship(droppoint);
  await advance(droppoint, 38);
  const requested: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) =>
    requested.push({ url: request.url(), referer: request.headers()['referer'] }),
  );
  await watchLayoutShift(page);
  const opened = await page.goto(`/parcel?number=${number}`);
  await expect(headings(page).first()).toHaveText(/^Ready to collect: \w/);
  await expect(main(page)).toContainText('with the code');
  await expect(main(page)).toContainText(number);
  await expect(main(page).locator('[aria-current="step"]')).toHaveText('Ready to collect');
  await expect(main(page)).toContainText(/Collect it by \w/);
  const calendar = main(page).getByRole('link', { name: 'Add to calendar' });
  const file = await page.request.get((await calendar.getAttribute('href'))!);
  expect(await file.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  await expect(main(page).getByRole('heading', { name: 'Collect it here' })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Opening hours' })).toBeVisible();
  await expect(main(page).locator('p.now')).toHaveText(/open|closed|around the clock|not given/i);
  await expect(main(page).getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /^https:|^geo:/);
  await expect(main(page).getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(main(page).locator('.dp-pin')).toHaveCount(1);
  await expect(main(page).getByRole('region', { name: /map/i })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Zoom in' })).toBeVisible();
  expect(await sumLayoutShift(page)).toBeLessThanOrEqual(0.02);

  const { pathname, search, hash } = new URL(page.url());
  expect([pathname, search, hash]).toEqual(['/parcel', '', `#${number}`]);
  const withNumber = requested
    .filter(({ url }) => url.includes(number))
    .map(({ url }) => new URL(url).pathname);
  expect(withNumber).toEqual(['/parcel', '/api/parcels']);
  expect(requested.filter(({ referer }) => referer?.includes(number))).toEqual([]);
  await expect(page).toHaveTitle('Where is my parcel · Droppoint');
  expect(opened!.headers()['referrer-policy']).toBe('no-referrer');

  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByText('History of the parcel').click();
  await expect(page.getByText('Registered by the sender')).toBeVisible();
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findBarriers(page, 'colours')).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await listOverflows(page), `large text, ${viewport.width} px`).toEqual([]);
  }
});

test('Parcel page: parcels are found by numbers that are entered or in the address, and shown side by side', async ({
  page,
  droppoint,
}) => {
  const [first, second, third] = [
    await ship(droppoint),
    await ship(droppoint),
    await ship(droppoint, 'Redirected'),
  ];
  await page.goto('/parcel');
  const find = page.getByRole('button', { name: 'Find the parcel' });
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Enter the tracking number.');
  await field(page).fill('69-short');
  await find.click();
  await expect(page.getByRole('alert')).toContainText('“69-short” isn’t a tracking number');
  await expect(field(page)).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  // Copied from a letter, with spaces.
  await field(page).fill(` ${first.slice(0, 8)} ${first.slice(8)} `);
  await field(page).press('Enter');
  await expect(headings(page)).toHaveText('The parcel has been registered.');
  expect(fragmentOf(page)).toBe(`#${first}`);
  await page.goBack();
  await expect(field(page)).toBeVisible();
  // An invalid number stays in the field, to be corrected.
  await page.goto('/parcel#69-short');
  await expect(field(page)).toHaveValue('69-short');
  await expect(page.getByRole('alert')).toContainText('isn’t a tracking number');

  await advance(droppoint, 15);
  await page.goto(`/parcel#${second},${third},${UNKNOWN}`);
  await expect(headings(page)).toHaveText([
    'The parcel is on its way.',
    'The parcel is on its way.',
    'The carrier doesn’t recognise this number.',
  ]);
  const [left, right] = await Promise.all([0, 1].map((at) => headings(page).nth(at).boundingBox()));
  expect(left!.y).toBeCloseTo(right!.y, 0);
  expect(left!.x).toBeLessThan(right!.x);
  expect(await findBarriers(page)).toEqual([]);

  // Another page has other headers, so it is loaded as a document.
  const [document] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest()),
    page.getByRole('link', { name: 'Find a point' }).click(),
  ]);
  expect(new URL(document.url()).pathname).toBe('/');
});

test('Parcel page: a lost parcel needs at most 44 KB, and the skip link keeps the number in the address', async ({
  page,
  droppoint,
}) => {
  // A parcel that can't be collected any more has neither hours nor a map.
  const number = await ship(droppoint, 'Lost');
  await advance(droppoint, 75);
  await page.setViewportSize({ width: 320, height: 700 });
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) =>
    sizes.set(
      new URL(response.url()).pathname,
      response.body().then((body) => brotliCompressSync(body).length),
    ),
  );
  await page.goto(`/parcel#${number}`);
  await expect(headings(page)).toHaveText('There is a problem with the parcel.');
  const each = await Promise.all([...sizes].map(async ([path, size]) => ({ path, size: await size })));
  const bytes = each.reduce((sum, { size }) => sum + size, 0);
  console.log(`/parcel: ${bytes} bytes with brotli until the state is told, in ${sizes.size} answers`);
  console.log(each.map(({ path, size }) => `  ${size} ${path}`).join('\n'));
  expect(each.map(({ path }) => path)).toContain('/api/parcels');
  expect(bytes).toBeLessThan(44_000);
  await expect(main(page)).toContainText('can’t be found');
  expect(await listOverflows(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => fragmentOf(page)).toBe(`#${number}`);
  await expect(headings(page)).toHaveCount(1);
});

test('Parcel page: failures are explained, and the last answer stays with its age until there is a newer one', async ({
  page,
  context,
  droppoint,
}) => {
  const number = await ship(droppoint);
  await page.clock.install();
  const html = await (await page.request.get('/parcel')).text();
  const [, sentences] = /&quot;en&quot;:&quot;([^&]+)/.exec(html)![1]!.split(' ');
  await page.route(`**${sentences}`, (route) => route.abort());
  await page.goto(`/parcel#${number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page can’t be shown.');
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(`**${sentences}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.clock.runFor(1_000);
  await expect(headings(page)).toHaveText('The parcel has been registered.');

  await page.route('**/api/parcels?*', (route) => route.abort());
  await context.setOffline(true);
  await page.clock.runFor(200_000);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await expect(headings(page)).toHaveText('The parcel has been registered.');
  await expect(page.getByText(/^Last updated: .+ \(3 minutes ago\)$/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/api/parcels?*');
  await context.setOffline(false);
  await page.clock.runFor(1_000);
  await expect(page.getByText('You’re offline')).toBeHidden();

  const received = await headings(page).innerText();
  await page.route('**/api/parcels?*', (route) => route.fulfill({ status: 503 }));
  await page.reload();
  await page.clock.runFor(1_000);
  await expect(main(page)).toContainText('The carrier isn’t responding right now.');
  await expect(headings(page)).toHaveText(received);
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  await page.unroute('**/api/parcels?*');

  // If this Droppoint may not read parcels, a retry doesn't help.
  await droppoint.setFaults([{ kind: 'answer', status: 403, routes: ['tracking'] }]);
  await page.goto('/parcel#690000000000188888888888');
  await page.clock.runFor(1_000);
  await expect(main(page)).toContainText('This site can’t look up parcels');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});
