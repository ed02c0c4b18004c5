import { expect, type Locator, type Page } from '@playwright/test';
import { holdBack } from './come-to-rest.ts';
import { publishTwice, type TwoVersions } from './two-versions.ts';
import { frameOf, onPicker, picker, recordEvents, test } from './widget-shop.ts';

let network: TwoVersions;
test.beforeAll(async ({ droppoint }) => {
  network = await publishTwice(droppoint);
});
test.beforeEach(() => network.show(0));
test.afterAll(({ droppoint }) => droppoint.unpublish());

const addressOf = ({ latitude, longitude, id }: TwoVersions['gone'][number]) =>
  `/?latitude=${latitude}&longitude=${longitude}&zoom=10&point=${id}`;
const choose = (area: Locator) => area.getByRole('button', { name: /^Choose this point/ });
const NO_ERROR = /could(n’t| not) be loaded|couldn’t find what you asked for/;

/** Waits until files of the second version are requested. */
const comesOver = (page: Page) =>
  page.waitForRequest((request) => request.url().includes(network.versions[1]));

test('Next version: a page keeps card, search and filter in the next version, and reports a chosen point that is gone', async ({
  page,
}) => {
  const gone = network.gone[0]!;
  const retained = network.retained.find(({ locationType }) => locationType === 'INDOOR')!;
  await page.goto(addressOf(gone));
  const main = page.getByRole('main');
  await choose(main).click();
  const chosen = main.getByRole('region', { name: 'Your pick-up point' });
  await expect(chosen).toBeVisible();
  await main.getByRole('button', { name: /^Filters/ }).click();
  await main.getByRole('checkbox', { name: /^Indoors/ }).check();
  await main.getByRole('button', { name: /^Filters/ }).click();
  const field = page.getByRole('combobox');
  await field.fill(retained.id);
  await page.getByRole('option').first().click();
  await expect(choose(main)).toBeEnabled();

  await network.show(1);
  const requested = comesOver(page);
  await field.fill('Warsz');
  await requested;
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(field).toHaveValue('Warsz');
  await expect(main.locator('.dp-pin').first()).toBeVisible();
  await expect(main.locator('.code').first()).toHaveText(retained.id);
  await expect(choose(main)).toBeEnabled();
  await expect(main.getByRole('button', { name: /^Filters/ })).toContainText('1');
  await expect(main).not.toContainText(NO_ERROR);

  await test.step('a choice from before a reload is read before the network, and then reported as gone', async () => {
    await page.addInitScript(() => {
      const ofTab = sessionStorage.getItem.bind(sessionStorage);
      const ofSite = localStorage.getItem.bind(localStorage);
      Storage.prototype.getItem = function (key) {
        if (key === 'droppoint.choice') Object.assign(window, { hasReadChoice: true });
        return (this === sessionStorage ? ofTab : ofSite)(key);
      };
    });
    const letCome = await holdBack(page, /\/snapshot\/manifest\.json/);
    // Without the card, which would stay open.
    await page.goto('/');
    await page.waitForFunction(() => 'hasReadChoice' in window);
    letCome();
    await expect(chosen).toBeVisible();
    const received = main.getByRole('region', { name: `${gone.id} is no longer in the network` });
    await expect(received.getByRole('listitem')).toHaveCount(5);
  });
});

test('Next version: in a shop’s frame, refresh() loads the next version, and a chosen point that is gone invalidates the field', async ({
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
  await choose(frame.getByRole('main')).click();
  await expect.poll(() => onPicker(page, ({ value }) => value)).toBe(point.id);
  await network.show(1);
  // The page has all the files that it needs, and wouldn't notice on its own.
  const requested = comesOver(page);
  await onPicker(page, (element) => element.refresh());
  await requested;
  await expect
    .poll(async () => (await readEvents()).filter(([type]) => type === 'droppoint-invalid-selection'))
    .toMatchObject([['droppoint-invalid-selection', { id: point.id, reason: 'gone' }]]);
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(false);
  await expect(frame.getByText(NO_ERROR)).toHaveCount(0);
});
