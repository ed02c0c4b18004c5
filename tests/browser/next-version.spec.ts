import { expect, type Locator, type Page } from '@playwright/test';
import { holdBack, still } from './come-to-rest.ts';
import { publishTwice, type TwoVersions } from './two-versions.ts';
import { frameOf, onPicker, picker, recordEvents, test } from './widget-shop.ts';

let network: TwoVersions;
test.beforeAll(async ({ droppoint }) => {
  network = await publishTwice(droppoint);
});
test.beforeEach(() => network.show(0));
test.afterAll(({ droppoint }) => droppoint.unpublish());

const addressOf = ({ latitude, longitude, id }: TwoVersions['gone'][number], point = true) =>
  `/?latitude=${latitude}&longitude=${longitude}&zoom=10${point ? `&point=${id}` : ''}`;
const choose = (area: Locator) => area.getByRole('button', { name: /^Choose this point/ });
const NO_ERROR = /could not be loaded|doesn’t know what was asked for/;

/** Waits until files of the second version are requested. */
const comesOver = (page: Page) =>
  page.waitForRequest((request) => request.url().includes(network.versions[1]));

/** Searches for something new, whose files are those of a version. */
const searchElsewhere = (page: Page, area: Locator) =>
  Promise.all([comesOver(page), area.getByRole('combobox').fill('krak')]);

test('a page that is open while its version goes on with the next: card, search and filter stay', async ({
  page,
}) => {
  const point = network.kept.find(({ locationType }) => locationType === 'INDOOR')!;
  await page.goto(addressOf(point));
  const main = page.getByRole('main');
  await expect(choose(main)).toBeEnabled();
  await main.getByRole('button', { name: 'Close', exact: true }).click();
  await main.getByRole('button', { name: /^Filters/ }).click();
  await main.getByRole('checkbox', { name: /^Indoors/ }).check();
  await main.getByRole('button', { name: /^Filters/ }).click();
  const field = page.getByRole('combobox');
  await field.fill(point.id);
  await page.getByRole('option').first().click();
  await expect(choose(main)).toBeEnabled();

  await network.show(1);
  const asked = comesOver(page);
  await field.fill('Warsz');
  await asked;
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(field).toHaveValue('Warsz');
  await expect(main.locator('.dp-pin').first()).toBeVisible();
  await expect(main.locator('.code').first()).toHaveText(point.id);
  await expect(choose(main)).toBeEnabled();
  await expect(main.getByRole('button', { name: /^Filters/ })).toContainText('1');
  await expect(main).not.toContainText(NO_ERROR);
});

test('an open card of a point that the next version doesn’t have says so, with the nearest others', async ({
  page,
}) => {
  const point = network.gone[0]!;
  await page.goto(addressOf(point));
  const main = page.getByRole('main');
  await expect(choose(main)).toBeEnabled();
  await network.show(1);
  // Around this point no zoom loads more of the network; a search does.
  await searchElsewhere(page, main);
  const gone = main.getByRole('region', { name: `${point.id} is no longer in the network` });
  await expect(gone.getByRole('listitem')).toHaveCount(5);
});

test('a choice of before a reload whose point has gone since then is said to be gone', async ({ page }) => {
  const point = network.gone[1]!;
  await page.goto(addressOf(point));
  const main = page.getByRole('main');
  await choose(main).click();
  const chosen = main.getByRole('region', { name: 'Your pick-up point' });
  await expect(chosen).toBeVisible();
  await expect.poll(() => page.url()).not.toContain('point=');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('droppoint.choice')))
    .toContain(point.id);
  await page.reload();
  await expect(chosen).toBeVisible();
  const gone = main.getByRole('region', { name: `${point.id} is no longer in the network` });
  await expect(gone).toBeHidden();
  await network.show(1);
  await page.reload();
  await expect(gone.getByRole('listitem')).toHaveCount(5);

  // The choice is restored before the network is there.
  const letCome = await holdBack(page, /\/snapshot\/manifest\.json/);
  await page.reload();
  await page.waitForFunction(() => performance.now() > 2_500);
  letCome();
  await expect(gone.getByRole('listitem')).toHaveCount(5);
});

test('in a shop’s frame the picker goes on too, and a chosen point that is gone makes the field invalid', async ({
  page,
  shop,
}) => {
  const point = network.gone[2]!;
  const readEvents = await recordEvents(page);
  const view = `latitude="${point.latitude}" longitude="${point.longitude}" zoom="10"`;
  await shop.open(page, {
    body: `<form>${picker('mode="inline"').replace(/latitude.*zoom="14"/, view)}</form>`,
  });
  const frame = frameOf(page);
  await expect(frame.getByRole('combobox')).toBeVisible();
  await frame.getByRole('combobox').fill(point.id);
  await frame.getByRole('option').first().click();
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  await expect.poll(() => onPicker(page, ({ value }) => value)).toBe(point.id);
  await network.show(1);
  await searchElsewhere(page, frame.getByRole('main'));
  await expect
    .poll(async () => (await readEvents()).filter(([type]) => type === 'droppoint-invalid-selection'))
    .toMatchObject([['droppoint-invalid-selection', { id: point.id, reason: 'gone' }]]);
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(false);
});

test('refresh() goes on with the next version', async ({ page, shop }) => {
  // By then the page has what it needs, and wouldn't notice by itself.
  const listed = page.waitForResponse((response) => response.url().includes('/chunks/'));
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await listed;
  await still(frameOf(page).getByRole('main'));
  await network.show(1);
  const asked = comesOver(page);
  await onPicker(page, (element) => element.refresh());
  await asked;
  await expect(frameOf(page).getByText(NO_ERROR)).toHaveCount(0);
});
