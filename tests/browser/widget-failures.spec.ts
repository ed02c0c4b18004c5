import { expect, type Page } from '@playwright/test';
import {
  choosePoint,
  frameOf,
  onPicker,
  picker,
  readForm,
  recordEvents,
  test,
  type Shop,
} from './widget-shop.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { listen } from '../processes.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** What a shop and its shoppers see when the frame fails to load. */
onPublishedNetwork();

const FALLBACK = '<label>Number <input name="point" required></label>';
/** The policy of a page with the widget's script alone, so that the frame's host may fail. */
const OPEN_POLICY = "default-src * 'unsafe-inline'";

/** Opens the dialog. @returns code and message of the rejection, and the time it took */
const openAndFail = (page: Page) =>
  onPicker(page, async (element) => {
    const begin = performance.now();
    const error = await element.open().catch((error: unknown) => error as Error & { code: string });
    const { code, message } = error as Error & { code: string };
    return { code, message, seconds: (performance.now() - begin) / 1000 };
  });

async function expectFailure(page: Page, code: string) {
  const failure = await openAndFail(page);
  expect(failure.code).toBe(code);
  // Says what to do.
  expect(failure.message).toMatch(/^[A-Z].* .*\.$/);
  expect(failure.seconds).toBeLessThan(3);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('#picker').getByRole('status')).toHaveText('The points could not be loaded.');
}

const open = (page: Page, shop: Shop, attributes = '', inside = '', policy = OPEN_POLICY) =>
  shop.open(page, { body: `<form>${picker(attributes, inside)}</form>`, policy });

test('a host that is down: offline, at once', async ({ page, shop }) => {
  await open(page, shop, `origin="http://localhost:${await findFreePort()}"`);
  await expectFailure(page, 'offline');
});

test('a device without a network: offline', async ({ page, shop }) => {
  await open(page, shop);
  await page.context().setOffline(true);
  await expectFailure(page, 'offline');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
});

test('a shop that is not on the list: not_listed, also where its policy keeps its scripts from asking', async ({
  page,
  shop,
}) => {
  for (const policy of [{ policy: OPEN_POLICY }, {}]) {
    await shop.open(page, { body: `<form>${picker()}</form>`, ...policy }, shop.strangeOrigin);
    await expectFailure(page, 'not_listed');
  }
});

test('a policy without the frame’s host: blocked', async ({ page, shop }) => {
  await open(page, shop, '', '', `${OPEN_POLICY}; frame-src 'self'`);
  await expectFailure(page, 'blocked');
});

test('an origin that is none, or the shop’s own: origin_missing, and hovering throws nothing', async ({
  page,
  shop,
}) => {
  const thrown: unknown[] = [];
  page.on('pageerror', (error) => thrown.push(error));
  for (const origin of [
    'points.example',
    'localhost:3000',
    '//points.example',
    'ftp://points.example',
    shop.origin,
  ]) {
    await open(page, shop, `origin="${origin}"`);
    await page.getByRole('button', { name: 'Choose your pick-up point' }).hover();
    await expectFailure(page, 'origin_missing');
  }
  expect(thrown).toEqual([]);
});

test('while a slow host is waited for, that is seen, and no blank frame is', async ({ page, shop }) => {
  const silent = await listen(() => {});
  try {
    await page.clock.install();
    await open(page, shop, `origin="${silent.origin}"`);
    await onPicker(page, (element) => void element.open().catch(() => {}));
    await expect(page.getByRole('progressbar', { name: 'Choose your pick-up point' })).toBeVisible();
    expect(await onPicker(page, (element) => element.matches(':state(loading)'))).toBe(true);
    // Still loading, long after a failure would have been reported.
    await page.clock.runFor(3_500);
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.locator('#picker iframe')).toHaveCSS('opacity', '0');
  } finally {
    await silent.close();
  }
});

test('the frame is shown as soon as a page of ours is in it', async ({ page, shop }) => {
  await open(page, shop);
  await onPicker(page, (element) => void element.open());
  await expect(page.locator('#picker iframe')).toHaveCSS('opacity', '1');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  await expect.poll(() => onPicker(page, (element) => element.matches(':state(loading)'))).toBe(false);
});

test('a point that was chosen before is kept when the frame fails', async ({ page, shop }) => {
  await open(page, shop, 'required value="PL_CZE10M"', FALLBACK);
  await page.route('**/embed', (route) => route.abort());
  await openAndFail(page);
  expect(await readForm(page)).toEqual({ point: 'PL_CZE10M' });
  expect(await onPicker(page, (element) => [element.value, element.checkValidity()])).toEqual([
    'PL_CZE10M',
    true,
  ]);
  await expect(page.getByLabel('Number')).toBeHidden();
  await expect(page.locator('#picker').getByRole('status')).toHaveText(
    /\nThe points could not be loaded\.$/,
    {
      useInnerText: true,
    },
  );
});

test('what is typed into the fallback is the element’s value, and counts for its validity', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await open(page, shop, 'required', FALLBACK);
  await page.route('**/embed', (route) => route.abort());
  await openAndFail(page);
  const told = (await readEvents()).find(([type]) => type === 'droppoint-error');
  expect(told?.[1]).toMatchObject({ code: expect.stringMatching(/^(not_listed|offline)$/) });
  const read = () =>
    onPicker(page, (element) => [
      element.value,
      element.checkValidity(),
      element.matches(':state(failed)'),
      element.matches(':state(chosen)'),
    ]);
  expect(await read()).toEqual(['', false, true, false]);
  await page.getByLabel('Number').fill('PL_CZE10M');
  expect(await read()).toEqual(['PL_CZE10M', true, true, true]);
  expect(await readForm(page)).toEqual({ point: 'PL_CZE10M' });

  await page.unroute('**/embed');
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  const id = await choosePoint(page);
  expect(await read()).toEqual([id, true, false, true]);
  expect(await readForm(page)).toEqual({ point: id });
});

test('a control in a named slot of the shop’s is no fallback and is left alone', async ({ page, shop }) => {
  const inside = '<span slot="empty">Or <input name="note" value="ring twice"></span>';
  await open(page, shop, '', inside);
  await expect(page.getByRole('textbox')).toBeEnabled();
  expect(await readForm(page)).toEqual({ note: 'ring twice' });
});
