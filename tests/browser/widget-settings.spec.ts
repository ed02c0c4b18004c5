import { expect, type FrameLocator, type Locator } from '@playwright/test';
import { frameOf, onPicker, openCard, picker, readForm, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** The picker in the frame follows the settings of the shop's element. */
onPublishedNetwork();

const listOf = (frame: FrameLocator) => frame.locator('section.list');
const rowsOf = (frame: FrameLocator) => listOf(frame).getByRole('listitem');
const inline = (attributes: string) => ({ body: `<form>${picker(`mode="inline" ${attributes}`)}</form>` });

/** On the border of Poland and Germany: either country alone has fewer points than both. */
const AT_THE_BORDER = 'latitude="53.4285" longitude="14.5528" zoom="5"';

test('country: only points of these countries are offered', async ({ page, shop }) => {
  const count = async (attributes: string) => {
    await shop.open(page, { body: `<form>${border(attributes)}</form>` });
    const pins = frameOf(page).locator('.dp-pin');
    const read = async () => {
      const names = await pins.evaluateAll((all) => all.map((pin) => pin.getAttribute('aria-label') ?? ''));
      const amounts = names.map((name) => /^([\d,]+) points/.exec(name)?.[1]?.replaceAll(',', '') ?? '1');
      return amounts.reduce((sum, amount) => sum + Number(amount), 0);
    };
    let before = 0;
    // The map is drawn again once the offered points have been counted.
    await expect
      .poll(
        async () => {
          const now = await read();
          const isSettled = now > 0 && now === before;
          before = now;
          return isSettled;
        },
        { intervals: [1_000] },
      )
      .toBe(true);
    return before;
  };
  const border = (attributes: string) =>
    `<droppoint-picker id="picker" name="point" mode="inline" ${AT_THE_BORDER} ${attributes}></droppoint-picker>`;
  const all = await count('');
  const polish = await count('country="PL"');
  const both = await count('country="PL, DE"');
  expect(polish).toBeLessThan(both);
  expect(both).toBeLessThan(all);
});

test('value: a point that the shop leaves out is shown, with the reason', async ({ page, shop }) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, inline('value="PL_CZE10M" country="DE"'));
  const card = frameOf(page).locator('.card');
  await expect(card).toContainText('The shop doesn’t deliver to this point.');
  await expect(card.getByRole('button', { name: /^Choose/ })).toHaveCount(0);
  const told = (await readEvents()).filter(([type]) => type === 'droppoint-invalid-selection');
  expect(told).toHaveLength(1);
});

test('point-type: only points of these types are offered', async ({ page, shop }) => {
  await shop.open(page, inline('view="list" point-type="PUDO"'));
  await expect(rowsOf(frameOf(page)).first()).toContainText('Shop or counter');
  for (const row of await rowsOf(frameOf(page)).allInnerTexts()) expect(row).toContain('Shop or counter');
});

test('exclude-ids: a point that is left out is neither on the map nor in the list, and is no valid choice', async ({
  page,
  shop,
}) => {
  await shop.open(page, inline('exclude-ids="PL_CZE10M"'));
  const pin = frameOf(page).getByRole('button', { name: /PL_CZE10M/ });
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  await expect(rowsOf(frameOf(page)).first()).toBeVisible();
  await expect(pin).toHaveCount(0);
  expect(await onPicker(page, (element) => element.validate('PL_CZE10M'))).toMatchObject({
    isValid: false,
    errors: [{ code: 'excluded', message: 'The point is excluded.' }],
  });
  await onPicker(page, (element) => void element.configure({ excludeIds: [] }));
  await expect
    .poll(() => onPicker(page, (element) => element.validate('PL_CZE10M').then(({ isValid }) => isValid)))
    .toBe(true);
  await expect(pin.first()).toBeVisible();
});

test('latitude, longitude, zoom: the map begins there; postal-code and city: they are searched for', async ({
  page,
  shop,
}) => {
  await shop.open(page, inline(''));
  await openCard(frameOf(page));
  await expect(frameOf(page).locator('.code').first()).toHaveText('PL_CZE10M');
  const somewhere =
    '<droppoint-picker id="picker" name="point" mode="inline" city="Gdańsk"></droppoint-picker>';
  await shop.open(page, { body: `<form>${somewhere}</form>` });
  await expect(rowsOf(frameOf(page)).first()).toContainText(/Gda/i);
});

test('view: a list alone has no map, a map alone has no list', async ({ page, shop }) => {
  await shop.open(page, inline('view="list"'));
  await expect(rowsOf(frameOf(page)).first()).toBeVisible();
  await expect(frameOf(page).locator('.leaflet-container')).toHaveCount(0);
  await shop.open(page, inline('view="map"'));
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  await expect(listOf(frameOf(page))).toHaveCount(0);
});

test('theme: dark and light are obeyed in the frame and by the dialog’s own bar', async ({ page, shop }) => {
  const backgrounds: string[] = [];
  for (const theme of ['light', 'dark']) {
    await shop.open(page, { body: `<form>${picker(`theme="${theme}"`)}</form>` });
    await onPicker(page, (element) => void element.open());
    await expect(frameOf(page).locator('html')).toHaveAttribute('data-theme', theme);
    const dialog = page.getByRole('dialog');
    backgrounds.push(await dialog.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(backgrounds[0]).not.toBe(backgrounds[1]);
});

test('confirm="immediate": a press on a pin is the choice', async ({ page, shop }) => {
  await shop.open(page, inline('confirm="immediate"'));
  await openCard(frameOf(page));
  await expect.poll(() => readForm(page)).toEqual({ point: 'PL_CZE10M' });
});

test('confirm="immediate": a point that the shop’s rules refuse isn’t chosen, its card says why', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker('confirm="immediate"')}</form>` });
  await onPicker(page, (element) => {
    element.filter = { rules: [{ ids: ['PL_CZE10M'], reason: 'Too heavy for this one.' }] };
    void element.open();
  });
  const frame = frameOf(page);
  await openCard(frame);
  const card = frame.locator('.card');
  await expect(card.getByText('Too heavy for this one.')).toBeVisible();
  await expect(card.getByRole('button', { name: /Choose/ })).toHaveCount(0);
  expect(await readForm(page)).toEqual({});
  await page.keyboard.press('Escape');
  // The next row is chosen by a press.
  await listOf(frame).locator('.row:not(.dimmed)[aria-busy="false"]').first().click();
  await expect.poll(() => readForm(page)).toEqual({ point: expect.not.stringMatching('PL_CZE10M') });
});

test('filter.rules: no row without its reason is shown, neither in the list nor among what is offered instead', async ({
  page,
  shop,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/chunks/*.json', (route) => held.then(() => route.continue()));
  await shop.open(page, { body: `<form>${picker('value="PL_NOPE"')}</form>` });
  await onPicker(page, (element) => {
    element.filter = { rules: [{ reason: 'Not for this parcel.' }] };
    void element.open();
  });
  const frame = frameOf(page);
  const offered = frame.locator('.sheet').getByRole('listitem').getByRole('button');
  const bare = (rows: Locator) =>
    rows.filter({ hasNotText: 'Not for this parcel.', has: page.locator('.line') });
  for (const rows of [offered, rowsOf(frame)]) {
    await expect(rows.locator('.skeleton').first()).toBeVisible();
    await expect(rows.filter({ hasText: /PL_\w+/, hasNot: page.locator('.visually-hidden') })).toHaveCount(0);
  }
  release();
  for (const rows of [offered, rowsOf(frame)]) {
    await expect(rows.getByText('Not for this parcel.').first()).toBeVisible();
    await expect(bare(rows)).toHaveCount(0);
  }
});

test('readonly: what is chosen is shown and sent, and nothing else can be chosen', async ({ page, shop }) => {
  await shop.open(page, inline('readonly value="PL_CZE10M"'));
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await openCard(frameOf(page));
  await expect(frameOf(page).locator('.code').first()).toBeVisible();
  await expect(frameOf(page).getByRole('button', { name: /^Choose this point/ })).toHaveCount(0);
  expect(await readForm(page)).toEqual({ point: 'PL_CZE10M' });
});

test('messages: a shop’s words stand in place of the picker’s, inside and outside', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => {
    element.messages = { trigger: 'Where to?', picker_heading: 'Our points' };
    void element.open();
  });
  await expect(frameOf(page).getByRole('heading', { name: 'Our points' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Where to?' })).toBeVisible();
  expect((await readEvents()).map(([type]) => type)).not.toContain('droppoint-error');
});

test('a setting that makes no sense is told to the shop’s developer, and the rest is obeyed', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, inline('view="upside-down" theme="dark"'));
  await expect(frameOf(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect
    .poll(async () => (await readEvents()).find(([type]) => type === 'droppoint-error')?.[1])
    .toMatchObject({ code: 'settings_invalid', message: expect.stringContaining('view') });
});

test('remember: where the browser denies a frame of another site its storage, the choice is made all the same', async ({
  page,
  shop,
}) => {
  // The browser's own behaviour may change; this imitates it.
  await page.addInitScript(() => {
    if (window.parent === window) return;
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await shop.open(page, inline('remember'));
  await openCard(frameOf(page));
  await frameOf(page)
    .getByRole('button', { name: /^Choose this point/ })
    .click();
  await expect.poll(() => readForm(page)).toEqual({ point: 'PL_CZE10M' });
});

test('filter and messages stay when config is set, before or after them, until they are set themselves', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: picker() });
  const seen = await onPicker(page, (element) => {
    const read = () => [element.config.filter, element.config.messages?.['trigger'], element.config.zoom];
    element.filter = { types: ['APM'] };
    element.messages = { trigger: 'Where to?' };
    element.config = { zoom: 12 };
    const beside = read();
    element.config = { filter: { types: ['PUDO'] } };
    const later = read();
    element.filter = null;
    return [beside, later, read()];
  });
  expect(seen).toEqual([
    [{ types: ['APM'] }, 'Where to?', 12],
    [{ types: ['PUDO'] }, 'Where to?', '14'],
    [{}, 'Where to?', '14'],
  ]);
});
