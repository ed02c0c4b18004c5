import { expect, type Page } from '@playwright/test';
import { findBarriers } from './find-barriers.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { buildHarness, type Harness } from './harness/build-harness.ts';

let harness: Harness;
test.beforeAll(async () => {
  harness = await buildHarness('tests/browser/harness/find-field.ts');
});
onPublishedNetwork();

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
const found = (page: Page) => page.locator('#told');
const open = async (page: Page, query = '', settings?: object) => {
  await page.goto((await harness.serve(page, settings)) + query);
  await expect(field(page)).toBeVisible();
};

test('a city is found by keyboard alone, without its diacritics and with a slip', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('warzsaw');
  const option = page.getByRole('option', { name: /^Warszawa/ });
  await expect(option).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/\d suggestions?\./);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(option.first()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await option.first().getAttribute('id'))!,
  );
  await page.keyboard.press('Enter');
  await expect(found(page)).toContainText('"label":"Warszawa"');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field(page)).toHaveValue('Warszawa');
  await expect(field(page)).toBeFocused();
});

test('the arrow keys go round the list, and Escape closes it first and clears the field next', async ({
  page,
}) => {
  await open(page);
  await field(page).fill('wa');
  const options = page.getByRole('option');
  await expect(options.nth(1)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field(page)).toHaveValue('wa');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(found(page)).toHaveText('"cleared"');
});

test('a point is found by its id in small letters, under a heading of its own, with the mouse too', async ({
  page,
  droppoint,
}) => {
  const list = await fetch(`${droppoint.origin}/snapshot/manifest.json`);
  const { version } = (await list.json()) as { version: string };
  const page0 = await fetch(`${droppoint.origin}/snapshot/${version}/ids/0.json`);
  const rows = (await page0.json()) as [string, number][];
  const id = rows.find(([each]) => /^[A-Z]{2}_[A-Z0-9]+$/.test(each))![0];
  await open(page);
  await field(page).fill(id.toLowerCase());
  await page.getByRole('group', { name: 'Points' }).getByRole('option', { name: id }).click();
  await expect(found(page)).toContainText(`"id":"${id}"`);
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(field(page)).toHaveValue('');
});

test('a street is found by its name and its city, which is shown beneath it', async ({ page, droppoint }) => {
  const answer = await fetch(`${droppoint.origin}/snapshot/manifest.json`);
  const { version } = (await answer.json()) as { version: string };
  const page0 = await fetch(`${droppoint.origin}/snapshot/${version}/streets/0.json`);
  const rows = (await page0.json()) as [string, string, string, string, number, number][];
  const [key, street, city, , latitude, longitude] = rows.find(
    ([each, , town], at) => each.length < 30 && town !== '' && !rows[at + 1]![0].startsWith(each),
  )!;
  await open(page);
  // Without the last letter; then with the city first and an unknown house number.
  await field(page).fill(key.slice(0, -1));
  const option = page.getByRole('group', { name: 'Places' }).getByRole('option').filter({ hasText: street });
  await expect(option.first()).toContainText(city);
  expect(await findBarriers(page)).toEqual([]);
  await field(page).fill(`${city}, ${street} 9999`);
  await page.keyboard.press('Enter');
  await expect(found(page)).toContainText('"source":"street"');
  expect(JSON.parse((await found(page).textContent())!)).toMatchObject({
    label: street,
    position: { latitude, longitude },
  });
});

test('nothing found is said, with what to do next; an error offers another try', async ({ page }) => {
  await open(page);
  await field(page).fill('Xqzyyk');
  await expect(page.getByRole('status')).toHaveText(/Nothing found for “Xqzyyk”\. Check the spelling/);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  expect(await findBarriers(page)).toEqual([]);

  await page.route('**/places/**', (route) => route.abort());
  await field(page).fill('Kra');
  await expect(page.getByRole('alert')).toContainText('can’t be reached');
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/places/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('option', { name: /Kraków/ })).toBeVisible();
});

test('the field shows nothing of a search for 300 ms, and then that it takes long', async ({ page }) => {
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/places/**', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/places/**');
  await field(page).fill('Kra');
  // The pause before a search, and nearly all of the time after it.
  await page.clock.runFor(120 + 299);
  await asked;
  await expect(page.locator('.slow')).toHaveCount(0);
  await page.clock.runFor(2);
  await expect(page.locator('.slow')).toHaveCount(1);
  answer();
  await expect(page.getByRole('option', { name: /Kraków/ })).toBeVisible();
  await expect(page.locator('.slow')).toHaveCount(0);
});

test('what was found before is found again without a connection', async ({ page, context }) => {
  await open(page);
  await field(page).fill('warsza');
  await expect(page.getByRole('option', { name: /^Warszawa/ })).toBeVisible();
  await context.setOffline(true);
  await field(page).fill('warszaw');
  await page.keyboard.press('Enter');
  await expect(found(page)).toContainText('"label":"Warszawa"');
});

test('recent points are offered while nothing is typed, and can be forgotten', async ({ page }) => {
  await page.addInitScript(() => {
    const picks = [
      { id: 'PL_GONE', name: 'Corner shop' },
      { id: '', name: 'bad' },
    ];
    if (!localStorage.length) localStorage.setItem('droppoint-recent-picks', JSON.stringify(picks));
  });
  await open(page, 'remember');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field(page).click();
  const recent = page.getByRole('group', { name: 'Recent points' }).getByRole('option');
  await expect(recent).toHaveText(['Corner shop PL_GONE']);
  await recent.click();
  await expect(page.getByRole('status')).toHaveText(
    'PL_GONE is no longer in the network. Choose another point.',
  );
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await field(page).click();
  await page.getByRole('button', { name: 'Forget recent points' }).click();
  expect(await page.evaluate(() => localStorage.getItem('droppoint-recent-picks'))).toBeNull();
});

test.describe('near me', () => {
  test('finds the device’s position on a click, and asks for nothing before', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 52.2297, longitude: 21.0122 });
    await page.addInitScript(() => {
      const { geolocation } = navigator;
      const ask = geolocation.getCurrentPosition.bind(geolocation);
      geolocation.getCurrentPosition = (...question) => {
        document.title += '!';
        ask(...question);
      };
    });
    await open(page);
    await expect(page).toHaveTitle('Component');
    await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
    await expect(found(page)).toContainText('"source":"device"');
    await expect(found(page)).toContainText('"latitude":52.2297');
  });

  test('says that it was refused, and what to do', async ({ page, context }) => {
    await context.clearPermissions();
    const session = await context.newCDPSession(page);
    await session.send('Browser.setPermission', {
      permission: { name: 'geolocation' },
      setting: 'denied',
    });
    await open(page);
    await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
    await expect(page.getByRole('status')).toHaveText(/doesn’t tell your position\. Allow it/);
    await expect(found(page)).toBeEmpty();
    expect(await findBarriers(page)).toEqual([]);
    await field(page).press('Escape');
    await expect(page.getByRole('status')).toBeEmpty();
  });

  test('says that the page around doesn’t let it ask', async ({ page, context, droppoint }) => {
    await context.grantPermissions(['geolocation']);
    const address = droppoint.origin + (await harness.serve(page));
    await page.route('https://shop.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${address}" width="600"></iframe>` }),
    );
    await page.goto('https://shop.test/');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('search').getByRole('button', { name: 'Near me' }).click();
    // Browsers count a plain-http page framed by another site as insecure, which mustn't ask at all.
    await expect(frame.getByRole('status')).toHaveText(/(doesn’t let it ask|secure connection)/);
  });
});

test('an online geocoder is asked at a pause, its answers last and named', async ({ page }) => {
  const url = 'https://geo.test/api';
  const feature = {
    geometry: { coordinates: [21, 52] },
    properties: { street: 'Piękna', housenumber: '3', city: 'Warszawa' },
  };
  const asked: string[] = [];
  await page.route(`${url}**`, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q')!);
    return route.fulfill({
      json: { features: [feature] },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await open(page, '', { geocoder: url });
  await field(page).pressSequentially('Warszaw');
  const online = page.getByRole('group', { name: 'Addresses online' }).getByRole('option');
  await expect(online).toHaveText('Piękna 3, Warszawa');
  await expect(page.getByRole('option').last()).toHaveText('Piękna 3, Warszawa');
  await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toBeVisible();
  expect(asked).toEqual(['Warszaw']);
  await online.click();
  await expect(found(page)).toContainText('"source":"geocoder"');
});

test('where the list is read live, loaded points are found by their id', async ({ page }) => {
  await open(page, 'live');
  await field(page).fill('pl_live1');
  await page.keyboard.press('Enter');
  await expect(found(page)).toContainText('"id":"PL_LIVE1"');
  await field(page).fill('PL_LIVE2');
  await expect(page.getByRole('status')).toHaveText(/No loaded point has the id “PL_LIVE2”\. Type a whole/);
});

for (const [look, colorScheme, forcedColors, dir] of [
  ['light', 'light', 'none', 'ltr'],
  ['dark', 'dark', 'none', 'rtl'],
  ['forced', 'dark', 'active', 'ltr'],
] as const) {
  test(`nothing is wrong with it for axe, in ${look} colours at 320 px, ${dir}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme, forcedColors });
    await open(page);
    await page.evaluate((direction) => (document.documentElement.dir = direction), dir);
    expect(await findBarriers(page)).toEqual([]);
    await field(page).fill('wa');
    await expect(page.getByRole('option').nth(1)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    for (const target of await page.getByRole('option').or(page.getByRole('button')).all()) {
      const box = (await target.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    }
    await page.screenshot({ path: `.cache/find-${look}.png` });
  });
}
