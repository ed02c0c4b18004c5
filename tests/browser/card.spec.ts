import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { dataFile, FULL_ID, FULL_PICTURE } from './odd-points.ts';
import { chooseOf } from './picker-states.ts';

test.use({ dataFile });
onPublishedNetwork();

/** A Wednesday, 11:00 at the point. */
const NOW = new Date('2026-03-04T10:00:00Z');
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"/>';
const LOW_WINDOWS = [
  { width: 390, height: 640 },
  { width: 320, height: 480 },
  { width: 1280, height: 500 },
];

test('Point card: it shows the week in the point’s time zone, reserves room for the picture, contacts no third party before a press, and keeps its button in view', async ({
  page,
  context,
  droppoint,
}) => {
  const strangers: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== droppoint.origin) strangers.push(request.url());
  });
  await context.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: 'a map' }));
  let send = () => {};
  const sent = new Promise<void>((done) => (send = done));
  await page.route(FULL_PICTURE, async (route) => {
    await sent;
    await route.fulfill({ contentType: 'image/svg+xml', body: DRAWING });
  });
  await page.clock.setFixedTime(NOW);
  await watchLayoutShift(page);
  await page.goto(`/?point=${FULL_ID}&latitude=52.23&longitude=21.01&zoom=15`);
  const card = page.locator('.card');
  await expect(card.getByRole('heading', { level: 2 })).toContainText('Locker with a name');
  await expect(card).toContainText('Open until 12:00');
  await expect(card).toContainText('Next to the fountain');
  await expect(card.getByRole('listitem').filter({ hasText: 'Card payment' })).toBeVisible();
  const picture = card.getByRole('img', { name: /^Picture of Locker/ });
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await picture.scrollIntoViewIfNeeded();
  const room = await picture.boundingBox();
  expect(room!.width / room!.height, 'the room for the picture').toBeCloseTo(2, 1);
  const shift = await sumLayoutShift(page);
  send();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  expect(await picture.boundingBox()).toEqual(room);
  expect(await sumLayoutShift(page), 'what the picture shifts').toBe(shift);

  await card.getByText('The whole week').click();
  const days = card.getByRole('row');
  await expect(days).toHaveCount(7);
  const today = card.locator('tr[aria-current="date"]');
  await expect(today).toContainText('Wednesday');
  await expect(today).toContainText('1:00 PM–8:00 PM');
  await expect(days.last()).toContainText(/Sunday\s*Closed/);

  const directions = card.getByRole('link', { name: 'Directions' });
  await directions.hover();
  expect(strangers).toEqual([FULL_PICTURE]);
  const opened = page.waitForEvent('popup');
  await directions.click();
  const map = await opened;
  await map.waitForLoadState();
  expect(strangers.slice(1)).toEqual(['https://www.openstreetmap.org/directions?to=52.23%2C21.01']);
  expect(await map.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
  await map.close();

  for (const window of LOW_WINDOWS) {
    await page.setViewportSize(window);
    await expect(chooseOf(page), `${window.width} × ${window.height}`).toBeInViewport({ ratio: 1 });
  }
  await chooseOf(page).click();
  await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
});
