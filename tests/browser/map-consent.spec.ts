import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, picker, test } from './widget-shop.ts';

onPublishedNetwork();
// Some requests may still be pending.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const TILES = 'https://tiles.example';
const SETTINGS = {
  url: `${TILES}/{z}/{x}/{y}.png`,
  attribution: '© Tiles',
  subdomains: 'abc',
  maximumZoom: 19,
};

const UNSET = 'tiles:null,geocoder';
/** Whether the pages had a setting to replace: otherwise no test here would prove anything. */
let isSetUp: boolean;
test.afterEach(() => expect(isSetUp).toBe(true));

/** Gives the built pages an online map layer, which an operator sets at build time. @returns the requests to its host */
async function setUpTiles(page: Page): Promise<string[]> {
  const asked: string[] = [];
  isSetUp = false;
  const scripts = 'build/_app/immutable/';
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/_app/immutable/', scripts);
    const script = await readFile(path, 'utf8');
    isSetUp ||= script.includes(UNSET);
    const body = script.replace(UNSET, `tiles:${JSON.stringify(SETTINGS)},geocoder`);
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
  await page.context().route(`${TILES}/**`, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  return asked;
}

const consentOf = (page: Page) =>
  frameOf(page).getByRole('button', { name: 'Show the detailed map of tiles.example' });

test('where the shopper is to be asked, no tile is asked for before they say so', async ({ page, shop }) => {
  const asked = await setUpTiles(page);
  await shop.open(page, { body: picker('mode="inline" map-consent="ask"') });
  const frame = frameOf(page);
  await expect(consentOf(page)).toBeVisible();
  await expect(frame.locator('.dp-pin').first()).toBeVisible();
  await frame.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await frame.getByRole('combobox').fill('wien');
  await frame.getByRole('option').first().click();
  await expect(frame.getByRole('combobox')).toHaveValue('Wien');
  await expect(frame.locator('.row[aria-busy="false"]').first()).toBeVisible();
  expect(asked).toEqual([]);
  await consentOf(page).click();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(consentOf(page)).toBeHidden();
  await expect(frame.locator('.dp-pin').first()).toBeVisible();
});

for (const where of ['a shop that says nothing of it', 'the locator']) {
  test(`the shopper is asked by default: ${where}`, async ({ page, shop, droppoint }) => {
    const asked = await setUpTiles(page);
    if (where === 'the locator')
      await page.goto(`${droppoint.origin}/?latitude=50.802&longitude=19.1158&zoom=14`);
    else await shop.open(page, { body: picker('mode="inline"') });
    const view = where === 'the locator' ? page : frameOf(page);
    const button = view.getByRole('button', { name: 'Show the detailed map of tiles.example' });
    await expect(button).toBeVisible();
    await expect(view.locator('.dp-pin').first()).toBeVisible();
    expect(asked).toEqual([]);
    await button.click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
}

test('where the shop says off, nobody is asked, neither the shopper nor the other host', async ({
  page,
  shop,
}) => {
  const asked = await setUpTiles(page);
  await shop.open(page, { body: picker('mode="inline" map-consent="off"') });
  const frame = frameOf(page);
  await expect(frame.locator('.dp-pin').first()).toBeVisible();
  await frame.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await expect(frame.locator('.row[aria-busy="false"]').first()).toBeVisible();
  await expect(consentOf(page)).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('where the shop has consent, tiles are asked for at once', async ({ page, shop }) => {
  const asked = await setUpTiles(page);
  await shop.open(page, { body: picker('mode="inline" map-consent="granted"') });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(consentOf(page)).toHaveCount(0);
});
