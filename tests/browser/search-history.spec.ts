import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { goBack } from './go-back.ts';
import { restAddress } from './rest-address.ts';

/** Searches on the locator, in the browser's history and after a reload. */
onPublishedNetwork();

const START = '/?latitude=50.0647&longitude=19.945&zoom=12';

const field = (page: Page) => page.getByRole('combobox');
const list = (page: Page) => page.getByRole('region', { name: 'Pick-up points, nearest first' });
const rows = (page: Page) => list(page).getByRole('listitem').getByRole('button');

/** The view in the address, once the map is at rest and the address is written. */
async function restingView(page: Page): Promise<string> {
  const query = new URL(await restAddress(page)).searchParams;
  const degrees = ['latitude', 'longitude'].map((name) => Number(query.get(name)).toFixed(3));
  return [...degrees, query.get('zoom')].join(' ');
}

/** Pixels of a view that went elsewhere and came back are rounded. */
async function expectView(page: Page, expected: string): Promise<void> {
  const view = (await restingView(page)).split(' ').map(Number);
  for (const [at, value] of expected.split(' ').entries()) expect(view[at]).toBeCloseTo(Number(value), 2);
}

async function search(page: Page, text: string): Promise<string> {
  await field(page).fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await field(page).press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(text);
  return restingView(page);
}

test('Search history: Back returns to the state before a search, Forward to its result, also after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/network');
  await page.goto(START);
  await expect(rows(page).first()).toBeVisible();
  const start = await restingView(page);
  const firstRow = await rows(page).first().textContent();
  const warszawa = await search(page, 'Warszawa');
  const gdansk = await search(page, 'Gdańsk');
  expect(new Set([start, warszawa, gdansk]).size).toBe(3);

  await goBack(page);
  await expect(field(page)).toHaveValue('Warszawa');
  await expect(list(page)).toContainText('Sorted by straight-line distance from the place you searched for');
  await expectView(page, warszawa);
  await goBack(page);
  await expect(field(page)).toHaveValue('');
  await expect(list(page)).toContainText('Sorted by distance from the centre of the map');
  await expectView(page, start);
  await expect(rows(page).first()).toHaveText(firstRow!);
  await page.goForward();
  await expect(field(page)).toHaveValue('Warszawa');
  await expectView(page, warszawa);

  await page.reload();
  await expect(field(page)).toHaveValue('Warszawa');
  await restingView(page);
  await page.goForward();
  await expect(field(page)).toHaveValue('Gdańsk');
  await expectView(page, gdansk);
  await goBack(page);
  await goBack(page);
  await expect(field(page)).toHaveValue('');
  await expectView(page, start);
  await goBack(page);
  await expect(page).toHaveURL(/network/);
});
