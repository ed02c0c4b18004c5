import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test as base } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { frameOf, test as inShop } from './widget-shop.ts';

/** What the list's panel offers while there is no list: the device's position, recent points, the largest cities. */

const panel = (page: Page) => page.locator('.panel-area');
const citiesIn = (place: Pick<Page, 'getByRole'>) =>
  place.getByRole('group', { name: 'Cities with the most points' }).getByRole('button');
const nearMe = (page: Page) => panel(page).getByRole('button', { name: 'Near me' });
const list = (page: Page) => page.getByRole('region', { name: 'Pick-up points, the nearest first' });
const rows = (page: Page) => list(page).getByRole('listitem');

/** Names of the largest cities of a country, as published. */
function readLargest(folder: string, country: string): string[] {
  const { version } = readJson(join(folder, 'manifest.json')) as { version: string };
  const largest = readJson(join(folder, version, 'places/largest.json')) as Record<
    string,
    [string, string][]
  >;
  return largest[country]!.map(([, name]) => name);
}
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

base.describe('the locator', () => {
  onPublishedNetwork();
  // axe is injected as a script, which the page's own policy would refuse.
  base.use({ bypassCSP: true, permissions: ['geolocation'] });

  for (const [name, width, height] of [
    ['a phone', 390, 844],
    ['a wide window', 1280, 800],
  ] as const)
    base(
      `on ${name}, a city is one press away, by keyboard too, and its first row has the focus`,
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.goto('/?latitude=50&longitude=10&zoom=5');
        await expect(citiesIn(page)).toHaveCount(5);
        expect(await findBarriers(page)).toEqual([]);
        const city = (await citiesIn(page).first().textContent())!;
        // The way there by Tab: the field, its button, filters, then the panel.
        await page.getByRole('combobox').focus();
        for (let press = 0; press < 8; press++) {
          if ((await page.locator(':focus').textContent()) === city) break;
          await page.keyboard.press('Tab');
        }
        await expect(citiesIn(page).first()).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(rows(page).first().getByRole('button')).toBeFocused();
        await expect(list(page)).toContainText('By distance from the place you searched for');
        await expect(page.getByRole('combobox')).toHaveValue(city);
        await expect(citiesIn(page)).toHaveCount(0);
      },
    );

  base(
    'the device’s position is asked for by the panel’s button as by the field’s',
    async ({ page, context }) => {
      await context.setGeolocation({ latitude: 52.2297, longitude: 21.0122, accuracy: 40 });
      await page.goto('/?latitude=50&longitude=10&zoom=5');
      await nearMe(page).click();
      await expect(list(page)).toContainText('By distance from where you are');
      await expect.poll(() => new URL(page.url()).searchParams.get('latitude')).toBeNull();
    },
  );

  base('a device that refuses is explained, and the panel stays', async ({ page, context }) => {
    await context.clearPermissions();
    await page.goto('/?latitude=50&longitude=10&zoom=5');
    await nearMe(page).click();
    await expect(page.getByRole('search')).toContainText('doesn’t tell your position');
    await expect(nearMe(page)).toBeFocused();
  });
});

inShop.describe('a shop', () => {
  inShop.beforeAll(({ droppoint }) => droppoint.publish());
  inShop.afterAll(({ droppoint }) => droppoint.unpublish());

  const widget = (attributes: string) =>
    `<droppoint-picker id="picker" name="point" mode="inline" latitude="50" longitude="15" zoom="5" ${attributes}></droppoint-picker>`;

  inShop(
    'offers cities of its own countries only, and no position it doesn’t let ask for',
    async ({ page, shop, droppoint }) => {
      await shop.open(page, { body: widget('country="CZ" geolocation="off"') });
      const frame = frameOf(page);
      const cities = citiesIn(frame);
      await expect(cities).toHaveText(readLargest(droppoint.published, 'CZ'));
      await expect(frame.getByRole('button', { name: 'Near me' })).toHaveCount(0);
      await expect(frame.getByRole('group', { name: 'Recent points' })).toHaveCount(0);
    },
  );

  inShop(
    'offers recent points if it remembers them, until they are forgotten',
    async ({ page, shop, droppoint }) => {
      const response = await page.request.get(
        `${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=1`,
      );
      const [{ summary }] = ((await response.json()) as { points: [{ summary: { id: string } }] }).points;
      await page.addInitScript((id) => {
        if (window.parent !== window && !localStorage.length)
          localStorage.setItem('droppoint-recent-picks', JSON.stringify([{ id, name: 'Corner shop' }]));
      }, summary.id);
      await shop.open(page, { body: widget('remember') });
      const frame = frameOf(page);
      const recent = frame.getByRole('group', { name: 'Recent points' }).getByRole('button');
      await expect(recent).toHaveText(['Corner shop']);
      await recent.click();
      await expect(frame.locator('.card')).toContainText(summary.id);
      await page.keyboard.press('Escape');
      await expect(frame.locator('.card')).toHaveCount(0);
    },
  );
});

base.describe('without a published network', () => {
  base('an empty part of the map offers the device’s position', async ({ page }) => {
    base.slow();
    await page.goto('/?latitude=40&longitude=-40&zoom=11');
    await expect(page.getByText('There are no points in this part of the map.')).toBeVisible();
    await expect(nearMe(page)).toBeVisible();
    await expect(citiesIn(page)).toHaveCount(0);
  });
});
