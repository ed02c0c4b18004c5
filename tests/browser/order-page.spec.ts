import { expect, type Request } from '@playwright/test';
import type { DroppointParcel } from '../../packages/elements/parcel/parcel.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { advance, ship, stopClock } from './parcel-lives.ts';
import {
  documentOf,
  element,
  frameOf,
  link,
  openOrder,
  parcel,
  recordStates,
  state,
  test,
} from './parcel-shop.ts';
import { watchComplaints } from './widget-shop.ts';

/** `<droppoint-parcel>` in a shop's page of an order, in each browser; parcel-element.spec.ts has the rest. */
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

test('an order’s page shows the parcel as its own page does, and is told its state once', async ({
  page,
  shop,
  origin,
  ready: number,
}) => {
  const complaints = watchComplaints(page);
  const readStates = await recordStates(page);
  // Only Chromium measures it.
  const measuresShift = page.context().browser()?.browserType().name() === 'chromium';
  if (measuresShift) await watchLayoutShift(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(state(page)).toHaveText(/^Ready to collect: \w/);
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  await expect(frameOf(page).getByRole('link', { name: 'Directions' })).toBeVisible();
  await expect(frameOf(page).getByRole('banner')).toHaveCount(0);
  await expect(link(page)).toBeHidden();
  await expect(element(page).locator('iframe')).toHaveAttribute('title', 'Where is my parcel?');
  expect(await readStates()).toMatchObject([
    { number, status: 'found', state: 'ready', nextStep: 'collect', isReturn: false },
  ]);
  // Firefox asks for an icon, which this page has none of.
  expect(complaints.filter((line) => !line.includes('favicon.ico'))).toEqual([]);
  if (measuresShift) expect(await sumLayoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('after an event that the shop was told of, its page has the parcel read anew, past all that was kept', async ({
  page,
  shop,
  origin,
  number,
  droppoint,
}) => {
  const readStates = await recordStates(page);
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/parcels') asked.push(request);
  });
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(state(page)).toHaveText(/^The parcel has been announced/);
  await advance(droppoint, 38);
  // However often it is told.
  await element(page).evaluate((each: DroppointParcel) => {
    for (let times = 0; times < 20; times++) each.refresh();
  });
  await expect(state(page)).toHaveText(/^Ready to collect: \w/);
  expect((await readStates()).map((told) => told.state)).toEqual(['registered', 'ready']);
  const headers = await Promise.all(asked.map((request) => request.allHeaders()));
  const isAnew = headers.map((each) => /no-cache/.test(each['cache-control'] ?? ''));
  expect([isAnew.slice(0, 2), isAnew.length <= 3]).toEqual([[false, true], true]);
});

test('another number is shown in the same frame, and Back stays the shop’s', async ({
  page,
  shop,
  origin,
  droppoint,
}) => {
  const [first, second] = [await ship(droppoint), await ship(droppoint)];
  const readStates = await recordStates(page);
  await openOrder(page, shop, { origin, body: parcel(origin, first) });
  await expect(state(page)).toHaveCount(1);
  await documentOf(page).evaluate(() => (window.sameDocument = true));
  const entries = await page.evaluate(() => history.length);
  await element(page).evaluate((each: DroppointParcel, number) => (each.number = number), second);
  await expect(frameOf(page).getByText(second)).toBeVisible();
  await expect.poll(async () => (await readStates()).map(({ number }) => number)).toEqual([first, second]);
  expect(await documentOf(page).evaluate(() => window.sameDocument)).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  expect(await element(page).evaluate((each: DroppointParcel) => each.parcel?.number)).toBe(second);
  // Without a number there is the shop's own content.
  await element(page).evaluate((each: DroppointParcel) => (each.number = ''));
  await expect(link(page)).toBeVisible();
  await expect(element(page).locator('iframe')).toHaveCount(0);
});
