import { expect, type Page } from '@playwright/test';
import { findBarriers } from './find-barriers.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { rowsOf } from './picker-states.ts';
import { writePoints } from './write-points.ts';

/** Shops along a made-up street, with names and postcodes. */
const SHOPS = [2, 10, 18, 61, 63].map((number, at) => ({
  id: `NL_${number}`,
  type: 'PUDO',
  country: 'NL',
  locationType: 'INDOOR',
  name: `Winkel ${'ABCDE'[at]}`,
  carrierData: { depot: 7, tags: ['x'] },
  coordinates: { latitude: 52.09 + number * 0.0001, longitude: 5.12 },
  address: {
    city: 'Polderdam',
    street: 'Dorpsstraat',
    buildingNumber: String(number),
    postalCode: `3511D${'ABCDE'[at]}`,
  },
}));

test.use({ dataFile: writePoints('dorpsstraat', SHOPS) });
onPublishedNetwork();

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
const mark = (page: Page) => page.locator('.dp-origin');
const distances = (page: Page) => page.getByRole('region', { name: /^Pick-up points/ }).locator('.distance');

async function search(page: Page, text: string) {
  await page.goto('/');
  await field(page).fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a house whose number isn’t known: that is said, its street is marked, and distances are approximate', async ({
  page,
}) => {
  await search(page, 'Dorpsstraat 92, Polderdam');
  const note = page.getByText('We know Dorpsstraat, but not number 92. Distances are approximate.');
  await expect(note.first()).toBeVisible();
  await expect(field(page)).toHaveValue('Dorpsstraat 92, Polderdam');
  await expect(mark(page)).toHaveClass(/dp-about/);
  await expect(distances(page).first()).toHaveText(/^about \d+ m$/);
  expect(await findBarriers(page)).toEqual([]);

  // Also after a reload.
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/,about$/);
  await page.reload();
  await expect(distances(page).first()).toHaveText(/^about \d+ m$/);
  await expect(mark(page)).toHaveClass(/dp-about/);
});

test('a known house is marked, and distances are counted from it', async ({ page }) => {
  await search(page, 'Dorpsstraat 61, Polderdam');
  await expect(field(page)).toHaveValue('Dorpsstraat 61');
  await expect(mark(page)).toBeVisible();
  await expect(mark(page)).not.toHaveClass(/dp-about/);
  await expect(distances(page)).toHaveText([/^10 m$/, /^20 m$/, /^480 m$/, /^570 m$/, /^660 m$/]);
  // At the middle of the map, once it has stopped.
  await expect
    .poll(async () => {
      const [box, area] = [await mark(page).boundingBox(), await page.locator('.dp-map').boundingBox()];
      const [x, y] = [
        box!.x + (box!.width - area!.width) / 2 - area!.x,
        box!.y + (box!.height - area!.height) / 2 - area!.y,
      ];
      return Math.hypot(x, y);
    })
    .toBeLessThan(5);
});

test('a postcode that isn’t known, with its city, is the nearest known one, and that is said', async ({
  page,
}) => {
  await search(page, '3511 cz polderdam');
  await expect(page.getByText('We don’t know 3511 cz. Showing 3511D').first()).toBeVisible();
  await expect(field(page)).toHaveValue('3511 cz polderdam');
  await expect(distances(page).first()).toHaveText(/^about/);
});

test('a shop is found by its own name, which stands first in its row and on its card', async ({ page }) => {
  await page.goto('/');
  await field(page).fill('winkel c');
  await page
    .getByRole('group', { name: 'Points' })
    .getByRole('option', { name: /^Winkel C/ })
    .click();
  const card = page.locator('.card');
  await expect(card.getByRole('heading').first()).toHaveText('Winkel C');
  await expect(card).toContainText('Dorpsstraat 18');
  const row = rowsOf(page).filter({ hasText: 'Dorpsstraat 18' });
  await expect(row.locator('bdi').first()).toHaveText('Winkel C');
});
