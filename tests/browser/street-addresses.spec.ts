import { expect, type Page } from '@playwright/test';
import { findBarriers } from './find-barriers.ts';
import { FEW_POINTS, onPublishedNetwork, test } from './droppoint.ts';

/** Addresses on the published streets of Andorra, where the network has points on few of them. */
test.use({ streets: true, points: FEW_POINTS });
onPublishedNetwork();

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
const options = (page: Page) => page.getByRole('option');
const mark = (page: Page) => page.locator('.dp-origin');
const distances = (page: Page) => page.getByRole('region', { name: /^Pick-up points/ }).locator('.distance');

async function type(page: Page, text: string) {
  await page.goto('/?latitude=42.5075&longitude=1.5218&zoom=14');
  await field(page).fill(text);
  await expect(options(page).first()).toBeVisible();
}

test('a house that the map has is marked, and distances are counted from it', async ({ page }) => {
  await type(page, 'Av. Coprincep de Gaulle 11, les Escaldes');
  await expect(options(page).first()).toContainText('Gaulle 11');
  await expect(options(page).first()).toContainText('les Escaldes · Andorra');
  await page.keyboard.press('Enter');
  await expect(mark(page)).toBeVisible();
  await expect(mark(page)).not.toHaveClass(/dp-about/);
  await expect(distances(page).first()).toHaveText(/^[\d.]+ k?m$/);
  await expect(field(page)).toHaveValue(/Gaulle 11$/);
  expect(await findBarriers(page)).toEqual([]);
});

test('a house between two others is told as such, and so are its distances', async ({ page }) => {
  await type(page, 'Avinguda Meritxell 65');
  await page.keyboard.press('Enter');
  const note = page.getByText('Number 65 is placed between its neighbours in Avinguda Meritxell');
  await expect(note.first()).toBeVisible();
  await expect(mark(page)).toHaveClass(/dp-about/);
  await expect(distances(page).first()).toHaveText(/^about/);
  // What was typed stays.
  await expect(field(page)).toHaveValue('Avinguda Meritxell 65');
});

test('a house that isn’t on the map is its street, which is said', async ({ page }) => {
  await type(page, 'Avinguda Meritxell 999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We know Avinguda Meritxell, but not number 999.').first()).toBeVisible();
  await expect(mark(page)).toHaveClass(/dp-about/);
});

test('a landmark is found by the beginning of its name', async ({ page }) => {
  await type(page, 'hospital de nostra');
  await expect(options(page).first()).toContainText('Hospital de Nostra Senyora de Meritxell');
  await page.keyboard.press('Enter');
  await expect(mark(page)).toBeVisible();
});

test('a street of several towns is offered in each, the nearest first', async ({ page }) => {
  await type(page, 'Carrer Major');
  await expect(options(page).filter({ hasText: 'Carrer Major' }).nth(2)).toBeVisible();
  const towns = await options(page).allTextContents();
  expect(towns.some((text) => text.includes('Ordino'))).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
});

test('without the code or the files of streets, the network alone answers', async ({ page }) => {
  await page.route(/\/streets\/[^/]+\/[0-9a-f]{16}\/(index|\d+)\.json$/, (route) =>
    route.fulfill({ status: 503 }),
  );
  await type(page, 'Andorra la Vella');
  await expect(options(page).first()).toContainText('Andorra la Vella');
});

test('a search reads at most three files of the gazetteer', async ({ page }) => {
  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/streets\/[^/]+\/[0-9a-f]{16}\/\w+\.json$/.test(pathname)) read.push(pathname);
  });
  await type(page, 'Avinguda Meritxell 10, Andorra la Vella');
  await expect(options(page).first()).toContainText('Avinguda Meritxell 10');
  expect(read.length).toBeGreaterThan(0);
  expect(read.length).toBeLessThanOrEqual(3);
});
