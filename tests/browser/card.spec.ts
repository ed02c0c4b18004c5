import { expect, type Page } from '@playwright/test';
import { test } from './droppoint.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { chooseOf } from './picker-states.ts';
import { writePoints } from './write-points.ts';

/** A point with every field set, and with long values. */
const ID = 'PL_CARD';
const PICTURE = 'https://pictures.example/card.svg';
const LONG = 'Behind the car park, between the second and the third entrance of the building. '.repeat(12);
const workday = [{ start: '08:00', end: '18:00' }];
const text = (content: string, german?: string) => ({
  content,
  translations: german === undefined ? [] : [{ language: 'de-DE', content: german }],
});

const dataFile = writePoints('card', [
  {
    id: ID,
    type: 'APM',
    country: 'PL',
    locationType: 'OUTDOOR',
    imageUrl: PICTURE,
    coordinates: { latitude: 52.23, longitude: 21.01 },
    displayName: 'Locker with a name that is longer than one line of a narrow phone has room for',
    address: { street: 'Długa', buildingNumber: '7', postalCode: '00-950', city: 'Warszawa' },
    description: text('Next to the fountain', 'Neben dem Brunnen'),
    description2: text(LONG),
    description3: text(LONG),
    capabilities: ['PARCEL_COLLECT', 'CARD_PAYMENT'],
    location247: false,
    operatingHours: {
      customer: {
        monday: workday,
        tuesday: workday,
        wednesday: [
          { start: '08:00', end: '12:00' },
          { start: '13:00', end: '20:00' },
        ],
        thursday: workday,
        friday: workday,
        saturday: [{ start: '09:00', end: '13:00' }],
        sunday: [],
      },
    },
  },
]);
test.use({ dataFile });

/** A Wednesday, 11:00 at the point. */
const NOW = new Date('2026-03-04T10:00:00Z');
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320"/>';

const cardOf = (page: Page) => page.locator('.card');

async function openCard(page: Page, language = 'en'): Promise<void> {
  await page.goto(`/?point=${ID}&latitude=52.23&longitude=21.01&zoom=15&language=${language}`);
  await expect(cardOf(page).getByRole('heading', { level: 2 })).toContainText('Locker with a name');
}

test('the picture comes when it is needed, in a place kept free for it, and nothing jumps', async ({
  page,
}) => {
  let send = () => {};
  const sent = new Promise<void>((done) => (send = done));
  let asked = 0;
  await page.route(PICTURE, async (route) => {
    asked++;
    await sent;
    await route.fulfill({ contentType: 'image/svg+xml', body: DRAWING });
  });
  await watchLayoutShift(page);
  await openCard(page);
  const picture = cardOf(page).getByRole('img', { name: /^Picture of Locker/ });
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => asked).toBe(1);
  const before = await picture.boundingBox();
  expect(before!.width / before!.height).toBeCloseTo(2, 1);
  send();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  expect(await picture.boundingBox()).toEqual(before);
  expect(await sumLayoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('it says whether the point is open, today’s times and the week, in the point’s own time', async ({
  page,
}) => {
  await page.clock.setFixedTime(NOW);
  await openCard(page);
  await expect(cardOf(page)).toContainText('Open until 12:00');
  await cardOf(page).getByText('The whole week').click();
  const rows = cardOf(page).getByRole('row');
  await expect(rows).toHaveCount(7);
  const today = cardOf(page).locator('tr[aria-current="date"]');
  await expect(today).toContainText('Wednesday');
  await expect(today).toContainText('1:00 PM–8:00 PM');
  await expect(rows.last()).toContainText(/Sunday\s*Closed/);
});

test('descriptions come in the shopper’s language, else as the platform wrote them; services are named', async ({
  page,
}) => {
  await openCard(page);
  await expect(cardOf(page)).toContainText('Next to the fountain');
  await expect(cardOf(page).getByRole('listitem').filter({ hasText: 'Card payment' })).toBeVisible();
  await openCard(page, 'de');
  await expect(cardOf(page)).toContainText('Neben dem Brunnen');
  await expect(cardOf(page)).not.toContainText('Next to the fountain');
  await expect(cardOf(page)).toContainText(LONG.trim());
});

test('directions are asked of somebody else only when they are pressed', async ({
  page,
  context,
  droppoint,
}) => {
  const strangers: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== droppoint.origin && request.url() !== PICTURE)
      strangers.push(request.url());
  });
  await context.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: 'a map' }));
  await openCard(page);
  const link = cardOf(page).getByRole('link', { name: 'Directions' });
  await expect(link).toBeVisible();
  await link.hover();
  expect(strangers).toEqual([]);
  const opened = page.waitForEvent('popup');
  await link.click();
  const map = await opened;
  await map.waitForLoadState();
  expect(strangers).toEqual(['https://www.openstreetmap.org/directions?to=52.23%2C21.01']);
  expect(await map.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
});

for (const viewport of [
  { width: 390, height: 640 },
  { width: 320, height: 480 },
  { width: 1280, height: 500 },
]) {
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('the button to choose is in view, however much is known of the point', async ({ page }) => {
      await openCard(page);
      await expect(chooseOf(page)).toBeInViewport({ ratio: 1 });
      const body = cardOf(page).locator('.body');
      expect(await body.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
      for (const summary of await cardOf(page).locator('summary').all()) await summary.click();
      await expect(chooseOf(page)).toBeInViewport({ ratio: 1 });
      await body.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(chooseOf(page)).toBeInViewport({ ratio: 1 });
      await chooseOf(page).click();
      await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
    });
  });
}
