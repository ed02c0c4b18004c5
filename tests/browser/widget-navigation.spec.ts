import { expect, type Page } from '@playwright/test';
import { choosePoint, frameOf, onPicker, picker, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/**
 * A shop that navigates itself once the picker is done: the picker adds no history entries afterwards.
 */
onPublishedNetwork();

/** Waits until the open dialog has its history entry. */
const hasEntry = (page: Page) => page.waitForFunction(() => 'droppoint' in ((history.state ?? {}) as object));

test('Navigation: a shop may navigate in a handler of change or droppoint-close, or after open() has resolved, and stays there', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  /**
   * Where a handler leads, and Back and Forward from there: our own pending steps would come before
   * these.
   */
  const expectSteps = async (here: RegExp, before: RegExp) => {
    await expect(page).toHaveURL(here);
    await page.goBack();
    await expect(page).toHaveURL(before);
    await page.goForward();
    await expect(page).toHaveURL(here);
    expect(await page.evaluate(() => history.state as object)).toEqual({ step: 2 });
  };
  const listenOnce = (type: string, method: 'pushState' | 'replaceState', to: string) =>
    page
      .locator('#picker')
      .evaluate(
        (element, { type, method, to }) =>
          element.addEventListener(type, () => history[method]({ step: 2 }, '', to), { once: true }),
        { type, method, to },
      );
  await listenOnce('change', 'pushState', '/summary');
  await onPicker(page, (element) => void element.open());
  await choosePoint(page);
  await expectSteps(/\/summary$/, /\/checkout$/);

  await listenOnce('droppoint-close', 'replaceState', '/closed');
  await onPicker(page, (element) => void element.open());
  await hasEntry(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expectSteps(/\/closed$/, /\/checkout$/);

  await onPicker(page, (element) => {
    void element.open().then(() => history.pushState({ step: 2 }, '', '/resolved'));
  });
  await hasEntry(page);
  await page.keyboard.press('Escape');
  await expectSteps(/\/resolved$/, /\/closed$/);
});

test('Navigation: close() and Back close one of two open dialogs; a dialog closed and reopened in one task stays open', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('', '', 'one')}${picker('', '', 'two')}</form>` });
  const dialogOf = (id: string) => page.locator(`#${id} dialog`);
  const closings = async () =>
    (await readEvents()).filter(([type]) => type === 'droppoint-close').map(([, detail]) => detail);
  const first = onPicker(page, (element) => element.open(), 'one');
  await expect(frameOf(page, 'one').getByRole('combobox')).toBeVisible();
  await onPicker(
    page,
    (element) => {
      element.close();
      void element.open().then(() => (element.dataset['second'] = 'ended'));
    },
    'one',
  );
  expect(await first).toBeNull();
  await hasEntry(page);
  await expect(dialogOf('one')).toBeVisible();
  await expect(page.locator('#one')).not.toHaveAttribute('data-second');

  await onPicker(page, (element) => void element.open(), 'two');
  await expect(frameOf(page, 'two').getByRole('combobox')).toBeVisible();
  await onPicker(page, (element) => element.close(), 'one');
  await expect(page.locator('#one')).toHaveAttribute('data-second', 'ended');
  await expect(dialogOf('one')).toBeHidden();
  await expect(dialogOf('two')).toBeVisible();
  await hasEntry(page);
  await page.goBack();
  await expect(dialogOf('two')).toBeHidden();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect.poll(closings).toEqual([{ reason: 'method' }, { reason: 'method' }, { reason: 'back' }]);
});
