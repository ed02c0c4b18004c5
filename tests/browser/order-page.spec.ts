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

test('Order page: it shows a parcel as the parcel’s own page does, then another in the same frame, which reloads after an event', async ({
  page,
  shop,
  origin,
  ready: first,
  droppoint,
}) => {
  const second = await ship(droppoint);
  const complaints = watchComplaints(page);
  const readStates = await recordStates(page);
  const requested: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/parcels') requested.push(request);
  });
  // Only Chromium measures it.
  const measuresShift = page.context().browser()?.browserType().name() === 'chromium';
  if (measuresShift) await watchLayoutShift(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrder(page, shop, { origin, body: parcel(origin, first) });
  await expect(state(page)).toHaveText(/^Ready to collect: \w/);
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  await expect(frameOf(page).getByRole('link', { name: 'Directions' })).toBeVisible();
  await expect(frameOf(page).getByRole('banner')).toHaveCount(0);
  await expect(link(page)).toBeHidden();
  await expect(element(page).locator('iframe')).toHaveAttribute('title', 'Where is my parcel?');
  if (measuresShift) expect(await sumLayoutShift(page)).toBeLessThanOrEqual(0.02);

  // Back must still belong to the shop.
  await documentOf(page).evaluate(() => (window.sameDocument = true));
  const entries = await page.evaluate(() => history.length);
  await element(page).evaluate((each: DroppointParcel, number) => (each.number = number), second);
  await expect(state(page)).toHaveText(/^The parcel has been registered/);
  expect(await documentOf(page).evaluate(() => window.sameDocument)).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  expect(await element(page).evaluate((each: DroppointParcel) => each.parcel?.number)).toBe(second);

  const before = requested.length;
  await advance(droppoint, 38);
  // However often the element is notified.
  await element(page).evaluate((each: DroppointParcel) => {
    for (let times = 0; times < 20; times++) each.refresh();
  });
  await expect(state(page)).toHaveText(/^Ready to collect: \w/);
  expect(await readStates()).toMatchObject([
    { number: first, status: 'found', state: 'ready', nextStep: 'collect', isReturn: false },
    { number: second, state: 'registered' },
    { number: second, state: 'ready' },
  ]);
  // The requests must bypass all caches.
  const isRepeated = await Promise.all(
    requested.map(async (request) => /no-cache/.test((await request.allHeaders())['cache-control'] ?? '')),
  );
  expect(isRepeated.slice(0, before + 1)).toEqual([...Array.from({ length: before }, () => false), true]);
  expect(requested.length).toBeLessThanOrEqual(before + 2);

  // Without a number, the shop's own content is visible.
  await element(page).evaluate((each: DroppointParcel) => (each.number = ''));
  await expect(link(page)).toBeVisible();
  await expect(element(page).locator('iframe')).toHaveCount(0);
  // Firefox requests an icon, which this page doesn't have.
  expect(complaints.filter((line) => !line.includes('favicon.ico'))).toEqual([]);
});
