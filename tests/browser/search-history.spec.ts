import { expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { noteAddresses } from './note-addresses.ts';

/** Searches and choices on the locator, in the browser's history and after a reload. */
onPublishedNetwork();

/** The address is written within this many frames after the last change. */
const FRAMES_TO_WRITE = 45;
const START = '/?latitude=50.0647&longitude=19.945&zoom=12';

const field = (page: Page) => page.getByRole('combobox');
const list = (page: Page) => page.getByRole('region', { name: 'Pick-up points, the nearest first' });
const rows = (page: Page) => list(page).getByRole('listitem').getByRole('button');
const card = (page: Page) => page.locator('.card');
const chosenBar = (page: Page) => page.getByRole('region', { name: 'Your pick-up point' });

/** The view in the address, once the map is at rest and the address is written. */
async function restingView(page: Page): Promise<string> {
  let address = '';
  while (address !== page.url()) {
    address = page.url();
    await still(page.locator('.dp-map'), FRAMES_TO_WRITE);
  }
  const query = new URL(address).searchParams;
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

test('Back returns to what was shown before a search, Forward to its result, also after a reload', async ({
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

  await page.goBack();
  await expect(field(page)).toHaveValue('Warszawa');
  await expect(list(page)).toContainText('By distance from the place you searched for');
  await expectView(page, warszawa);
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(list(page)).toContainText('By distance from the middle of the map');
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
  await page.goBack();
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expectView(page, start);
  await page.goBack();
  await expect(page).toHaveURL(/network/);
});

test('a search from an open card: Back closes no card of its result, and returns to the list before', async ({
  page,
}) => {
  await page.goto(START);
  await rows(page).first().click();
  await expect(card(page)).toBeVisible();
  await expect.poll(() => page.url()).toContain('point=');
  await search(page, 'Warszawa');
  await expect(card(page)).toBeHidden();
  await rows(page).first().click();
  await expect(card(page)).toBeVisible();
  await expect.poll(() => page.url()).toContain('point=');
  await restingView(page);
  await page.goBack();
  await expect(card(page)).toBeHidden();
  await expect(field(page)).toHaveValue('Warszawa');
  await restingView(page);
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(card(page)).toBeHidden();
  await expect(list(page)).toContainText('By distance from the middle of the map');
});

test('a choice outlives a reload, and one taken back doesn’t', async ({ page }) => {
  await page.goto(START);
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Choose this point' }).click();
  await expect(chosenBar(page)).toBeVisible();
  const text = await chosenBar(page).textContent();
  await page.reload();
  await expect(chosenBar(page)).toHaveText(text!);
  await chosenBar(page)
    .getByRole('button', { name: /^Show: / })
    .click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chosenBar(page)).toHaveCount(0);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  // By then the code that reads the choice has run.
  await page.waitForFunction(() => performance.now() > 3_000);
  await expect(chosenBar(page)).toHaveCount(0);
});

test.describe('near me', () => {
  test.use({ permissions: ['geolocation'] });

  test('Back and Forward show where the shopper was, of which no address and no storage tells', async ({
    page,
    context,
  }) => {
    const position = { latitude: 52.229712, longitude: 21.012234 };
    await context.setGeolocation({ ...position, accuracy: 40 });
    const seen: string[] = [];
    await noteAddresses(page, seen);
    await page.goto(START);
    await expect(rows(page).first()).toBeVisible();
    const start = await restingView(page);
    await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
    await expect(list(page)).toContainText('By distance from where you are');
    await restingView(page);
    await page.locator('.dp-map').press('ArrowRight');
    await restingView(page);
    await page.goBack();
    await expect(list(page)).toContainText('By distance from the middle of the map');
    await expectView(page, start);
    await page.goForward();
    await expect(list(page)).toContainText('By distance from where you are');
    await expect(page.locator('.dp-here')).toBeVisible();
    await restingView(page);
    await page.locator('.dp-map').press('ArrowLeft');
    await restingView(page);
    await search(page, 'Gdańsk');
    await page.goBack();
    await expect(list(page)).toContainText('By distance from where you are');
    await restingView(page);
    await rows(page).first().click();
    await page.getByRole('button', { name: 'Choose this point' }).click();
    await expect(chosenBar(page)).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(kept).not.toContain('distanceMetres');
    await page.reload();
    expect(seen.filter((each) => /52\.2297|21\.0122/.test(each))).toEqual([]);
    expect(kept).not.toMatch(/52\.22971|21\.01223/);
  });
});
