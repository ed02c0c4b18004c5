import { expect, type Page } from '@playwright/test';
import { choosePoint, frameOf, onPicker, picker, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** A shop that navigates by itself when the picker is done: the picker adds no history entries afterwards. */
onPublishedNetwork();

/** Waits until pending history steps have been taken. */
async function settle(page: Page) {
  for (let step = 0; step < 5; step++)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

test('after open() has resolved the shop navigates, and stays there', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => {
    void element.open().then(() => history.pushState({}, '', '/summary'));
  });
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/summary$/);
  await settle(page);
  await expect(page).toHaveURL(/\/summary$/);
});

for (const [type, method] of [
  ['droppoint-close', 'replaceState'],
  ['droppoint-close', 'pushState'],
  ['change', 'replaceState'],
  ['change', 'pushState'],
] as const) {
  test(`${method} in a handler of ${type} stands`, async ({ page, shop }) => {
    await shop.open(page, { body: `<form>${picker()}</form>` });
    await page.locator('#picker').evaluate(
      (element, [type, method]) => {
        element.addEventListener(type, () => history[method]({ step: 2 }, '', '/summary'), { once: true });
      },
      [type, method] as const,
    );
    await onPicker(page, (element) => void element.open());
    await choosePoint(page);
    await expect(page).toHaveURL(/\/summary$/);
    await settle(page);
    await expect(page).toHaveURL(/\/summary$/);
    expect(await page.evaluate(() => history.state as object)).toEqual({ step: 2 });
    await page.goBack();
    await expect(page).toHaveURL(method === 'pushState' ? /\/checkout$/ : 'about:blank');
  });
}

test('close() and open() in one task: the second stays open, and both are answered', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  const first = onPicker(page, (element) => element.open());
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  await onPicker(page, (element) => {
    element.close();
    void element.open().then(() => (element.dataset['second'] = 'ended'));
  });
  expect(await first).toBeNull();
  await settle(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('#picker')).not.toHaveAttribute('data-second');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('#picker')).toHaveAttribute('data-second', 'ended');
  await expect(page).toHaveURL(/\/checkout$/);
});

test('of two open dialogs close() and Back close one', async ({ page, shop }) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('', '', 'one')}${picker('', '', 'two')}</form>` });
  const open = (id: string) => onPicker(page, (element) => void element.open(), id);
  const dialogOf = (id: string) => page.locator(`#${id} dialog`);
  for (const id of ['one', 'two']) await open(id);
  await settle(page);
  await onPicker(page, (element) => element.close(), 'one');
  await settle(page);
  await expect(dialogOf('one')).toBeHidden();
  await expect(dialogOf('two')).toBeVisible();
  await open('one');
  await settle(page);
  await page.goBack();
  await settle(page);
  await expect(dialogOf('one')).toBeHidden();
  await expect(dialogOf('two')).toBeVisible();
  await page.goBack();
  await expect(dialogOf('two')).toBeHidden();
  await expect(page).toHaveURL(/\/checkout$/);
  const reasons = (await readEvents())
    .filter(([type]) => type === 'droppoint-close')
    .map(([, detail]) => detail);
  expect(reasons).toEqual([{ reason: 'method' }, { reason: 'back' }, { reason: 'back' }]);
});
