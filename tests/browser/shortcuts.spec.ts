import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { fieldOf, listOf, rowsOf } from './picker-states.ts';
import { frameOf, test } from './widget-shop.ts';

/**
 * The panel's offers while there is no list: the device's position, recent points, the largest
 * cities.
 */

onPublishedNetwork();

const citiesIn = (place: Pick<Page, 'getByRole'>) =>
  place.getByRole('group', { name: 'Cities with the most points' }).getByRole('button');
const recentIn = (place: Pick<Page, 'getByRole'>) => place.getByRole('group', { name: 'Recent points' });

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

test('Shortcuts: without a list, a city is one press away, by keyboard too; a refused position is explained, and the panel stays', async ({
  page,
}) => {
  await page.goto('/?latitude=50&longitude=10&zoom=5');
  const cities = citiesIn(page);
  await expect(cities).toHaveCount(5);
  await expect(recentIn(page), 'what isn’t remembered').toHaveCount(0);
  const nearMe = page.locator('.panel-area').getByRole('button', { name: 'Near me' });
  await nearMe.click();
  await expect(page.getByRole('search')).toContainText('isn’t sharing your location');
  await expect(nearMe).toBeFocused();

  const city = (await cities.first().textContent())!;
  // The way there by Tab: the field, its button, filters, then the panel.
  await fieldOf(page).focus();
  for (let press = 0; press < 8; press++) {
    if ((await page.locator(':focus').textContent()) === city) break;
    await page.keyboard.press('Tab');
  }
  await expect(cities.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page).first().getByRole('button')).toBeFocused();
  await expect(listOf(page)).toContainText(
    'Sorted by straight-line distance from the place you searched for',
  );
  await expect(fieldOf(page)).toHaveValue(city);
  await expect(cities).toHaveCount(0);
});

test('Shortcuts: a shop’s picker offers cities of its own countries, recent points if enabled, and no position if the frame may not request it', async ({
  page,
  shop,
  droppoint,
}) => {
  const question = `${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=1`;
  const { points } = (await (await page.request.get(question)).json()) as {
    points: [{ summary: { id: string } }];
  };
  const [{ summary }] = points;
  await page.addInitScript((id) => {
    if (window.parent !== window && !localStorage.length)
      localStorage.setItem('droppoint-recent-picks', JSON.stringify([{ id, name: 'Corner shop' }]));
  }, summary.id);
  const attributes = 'latitude="50" longitude="15" zoom="5" country="CZ,PL" geolocation="off" remember';
  await shop.open(page, {
    body: `<droppoint-picker id="picker" name="point" mode="inline" ${attributes}></droppoint-picker>`,
  });
  const frame = frameOf(page);
  await expect(citiesIn(frame).first()).toBeVisible();
  const own = ['CZ', 'PL'].flatMap((country) => readLargest(droppoint.published, country));
  for (const city of await citiesIn(frame).allTextContents()) expect(own).toContain(city);
  await expect(frame.getByRole('button', { name: 'Near me' })).toHaveCount(0);
  const recent = recentIn(frame).getByRole('button');
  await expect(recent).toHaveText(['Corner shop']);
  await recent.click();
  await expect(frame.locator('.card')).toContainText(summary.id);
});
