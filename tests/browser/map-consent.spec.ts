import { expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { replaceSetting } from './replace-setting.ts';
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

/**
 * Gives the built pages an online map layer. @returns the requests to its host, and a locator that proves
 * that the layer exists
 */
async function setUpTiles(page: Page) {
  const requested: string[] = [];
  const unset = 'tiles:null,snapshotStaleDays';
  const isSetUp = await replaceSetting(page, unset, `tiles:${JSON.stringify(SETTINGS)},snapshotStaleDays`);
  await page.context().route(`${TILES}/**`, (route) => {
    requested.push(route.request().url());
    return route.abort();
  });
  return { requested, isSetUp };
}

const CONSENT = { name: 'Show the detailed map from tiles.example' };

// Proves: embedding/consent.
test('Online map: no tile is requested before the shopper or the shop agrees', async ({
  page,
  shop,
  droppoint,
}) => {
  const { requested, isSetUp } = await setUpTiles(page);
  await shop.open(page, { body: picker('mode="inline"') });
  const frame = frameOf(page);
  const consent = frame.getByRole('button', CONSENT);
  const set = (value: string) =>
    page.locator('#picker').evaluate((element, to) => element.setAttribute('map-consent', to), value);
  /** Leaves the page, so that all further requests are the next page's. */
  const leave = async () => {
    await page.goto('about:blank');
    requested.length = 0;
  };
  await test.step('a shop without the setting: the shopper is asked', async () => {
    await isSetUp();
    await expect(consent).toBeVisible();
    await expect(frame.locator('.dp-pin').first()).toBeVisible();
    await frame.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await frame.getByRole('combobox').fill('wien');
    await frame.getByRole('option').first().click();
    await expect(frame.getByRole('combobox')).toHaveValue('Wien');
    await expect(frame.locator('.row[aria-busy="false"]').first()).toBeVisible();
    expect(requested).toEqual([]);
  });
  await test.step('off: neither the shopper is asked nor a tile requested', async () => {
    await set('off');
    await expect(consent).toHaveCount(0);
    await frame.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await still(frame.locator('.dp-map'));
    expect(requested).toEqual([]);
  });
  await test.step('ask: the shopper agrees', async () => {
    await set('ask');
    await expect(consent).toBeVisible();
    expect(requested).toEqual([]);
    await consent.click();
    await expect.poll(() => requested.length).toBeGreaterThan(0);
    await expect(consent).toBeHidden();
    await expect(frame.locator('.dp-pin').first()).toBeVisible();
  });
  await test.step('granted: the shop has consent, and tiles are requested at once', async () => {
    await leave();
    await shop.open(page, { body: picker('mode="inline" map-consent="granted"') });
    await expect.poll(() => requested.length).toBeGreaterThan(0);
    await expect(consent).toHaveCount(0);
  });
  await test.step('on the locator the shopper is asked', async () => {
    await leave();
    await page.goto(`${droppoint.origin}/?latitude=50.802&longitude=19.1158&zoom=14`);
    const button = page.getByRole('button', CONSENT);
    await expect(button).toBeVisible();
    await expect(page.locator('.dp-pin').first()).toBeVisible();
    expect(requested).toEqual([]);
    await button.click();
    await expect.poll(() => requested.length).toBeGreaterThan(0);
  });
});
