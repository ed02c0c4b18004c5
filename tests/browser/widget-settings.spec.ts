import { expect, type Locator } from '@playwright/test';
import { frameOf, onPicker, openCard, picker, readForm, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** A sample of settings that the picker in the frame follows; tests/unit/widget/attributes.test.ts has all of them. */
onPublishedNetwork();

test('Settings: the picker follows the attributes of the shop’s element, reports invalid ones, and applies later changes', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  const settings = 'view="list" point-type="PUDO" theme="dark" confirm="upside-down"';
  await shop.open(page, { body: `<form>${picker(`mode="inline" ${settings}`)}</form>` });
  const frame = frameOf(page);
  const rows = frame.locator('section.list').getByRole('listitem');
  await expect(rows.first()).toContainText('Shop or counter');
  for (const row of await rows.allInnerTexts()) expect(row).toContain('Shop or counter');
  await expect(frame.locator('.leaflet-container')).toHaveCount(0);
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  const received = (await readEvents()).find(([type]) => type === 'droppoint-error')?.[1];
  expect(received).toMatchObject({ code: 'settings_invalid', message: expect.stringContaining('confirm') });

  await onPicker(page, (element) => {
    element.pointType = 'APM';
    element.excludeIds = 'PL_CZE10M';
    element.messages = { picker_heading: 'Our points' };
  });
  await expect(rows.first()).not.toContainText('Shop or counter');
  await expect(frame.getByRole('heading', { name: 'Our points' })).toBeAttached();
  const excluded = await onPicker(page, (element) => element.validate('PL_CZE10M'));
  expect(excluded).toMatchObject({ isValid: false, errors: [{ code: 'excluded' }] });
  await onPicker(page, (element) => (element.excludeIds = ''));

  await onPicker(page, (element) => {
    element.value = 'PL_CZE10M';
    element.readonly = true;
  });
  await expect(frame.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await rows.nth(1).locator('.row').click();
  await expect(frame.locator('#point-card-heading')).toBeVisible();
  await expect(frame.getByRole('button', { name: /^Choose this point/ })).toHaveCount(0);
  expect(await readForm(page)).toEqual({ point: 'PL_CZE10M' });
});

test('Settings: with confirm="immediate", a press chooses a point unless the shop’s rules refuse it, and no row lacks its reason', async ({
  page,
  shop,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/chunks/*.json', (route) => held.then(() => route.continue()));
  await shop.open(page, { body: `<form>${picker('confirm="immediate" value="PL_NOPE"')}</form>` });
  await onPicker(page, (element) => {
    element.filter = { rules: [{ reason: 'Not for this parcel.' }] };
    void element.open();
  });
  const frame = frameOf(page);
  const listed = frame.locator('section.list').getByRole('listitem');
  const offered = frame.locator('.sheet').getByRole('listitem').getByRole('button');
  const bare = (rows: Locator) =>
    rows.filter({ hasNotText: 'Not for this parcel.', has: page.locator('.line') });
  for (const rows of [offered, listed]) {
    await expect(rows.locator('.skeleton').first()).toBeVisible();
    await expect(rows.filter({ hasText: /PL_\w+/, hasNot: page.locator('.visually-hidden') })).toHaveCount(0);
  }
  release();
  for (const rows of [offered, listed]) {
    await expect(rows.getByText('Not for this parcel.').first()).toBeVisible();
    await expect(bare(rows)).toHaveCount(0);
  }

  await page.keyboard.press('Escape');
  await onPicker(page, (element) => {
    element.value = '';
    element.filter = { rules: [{ ids: ['PL_CZE10M'], reason: 'Too heavy for this one.' }] };
  });
  await openCard(frame);
  const card = frame.locator('.card');
  await expect(card.getByText('Too heavy for this one.')).toBeVisible();
  await expect(card.getByRole('button', { name: /Choose/ })).toHaveCount(0);
  expect(await readForm(page)).toEqual({});
  await page.keyboard.press('Escape');
  // The next row is chosen by a press.
  await frame.locator('section.list .row:not(.dimmed)[aria-busy="false"]').first().click();
  await expect.poll(() => readForm(page)).toEqual({ point: expect.not.stringMatching('PL_CZE10M') });
  await expect(page.getByRole('dialog')).toBeHidden();
});
