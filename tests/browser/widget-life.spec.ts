import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { findBarriers } from './find-barriers.ts';
import { choosePoint, frameOf, onPicker, openCard, picker, readForm, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

onPublishedNetwork();

test('inline a choice leaves the picker there, survives its being moved, taken away and put back, and can be changed', async ({
  page,
  shop,
}) => {
  const body = `<form>${picker('mode="inline" required')}<div id="elsewhere"></div></form>`;
  await shop.open(page, { body });
  const id = await choosePoint(page);
  await expect.poll(() => readForm(page)).toEqual({ point: id });
  await onPicker(page, (element) => document.querySelector('#elsewhere')?.append(element));
  expect(await readForm(page)).toEqual({ point: id });
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await page.evaluate(async () => {
    const element = document.querySelector('droppoint-picker')!;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 100));
    document.forms[0]?.append(element);
  });
  expect(await readForm(page)).toEqual({ point: id });
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await frameOf(page).getByRole('button', { name: 'Change', exact: true }).click();
  await frameOf(page).locator('.dp-pin[data-chosen]').click();
  const undo = frameOf(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  // The point remains the order's until the shopper takes it back or chooses another.
  expect(await readForm(page)).toEqual({ point: id });
  await undo.click();
  await expect.poll(() => readForm(page)).toEqual({});
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(false);
});

test('after Change another value of the shop’s page is shown as the chosen point', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await choosePoint(page);
  const bar = frameOf(page).getByRole('region', { name: 'Your pick-up point' });
  await frameOf(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(bar).toBeHidden();
  const { origin } = new URL(page.frames()[1]!.url());
  const nearest = await page.request.get(`${origin}/api/nearest-points?city=Gda%C5%84sk&limit=1`);
  const [other] = ((await nearest.json()) as { points: { point: { id: string } }[] }).points;
  await page
    .locator('#picker')
    .evaluate((element, id) => Object.assign(element, { value: id }), other!.point.id);
  await expect(bar).toBeVisible();
});

for (const mode of ['inline', 'modal']) {
  test(`${mode}, moved by moveBefore, the picker goes on as it is: nothing is loaded again, nothing is lost`, async ({
    page,
    shop,
  }) => {
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('/embed')) loads.push(request.url());
    });
    await shop.open(page, { body: `<form>${picker(`mode="${mode}"`)}<div id="elsewhere"></div></form>` });
    if (mode === 'modal') await onPicker(page, (element) => void element.open());
    await openCard(frameOf(page));
    const choose = frameOf(page).getByRole('button', { name: /^Choose this point/ });
    await expect(choose).toBeVisible();
    await page.evaluate(() => {
      const elsewhere = document.querySelector('#elsewhere') as HTMLElement & {
        moveBefore(node: Node, before: Node | null): void;
      };
      elsewhere.moveBefore(document.querySelector('droppoint-picker')!, null);
    });
    await expect(page.locator('#elsewhere > droppoint-picker')).toBeAttached();
    // The card is still open, so the frame is the same.
    await choose.click();
    await expect.poll(() => readForm(page)).toEqual({ point: 'PL_CZE10M' });
    expect(loads).toHaveLength(1);
  });
}

test('Back closes the card in the dialog first, then the dialog, and never undoes the shop’s own steps', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await page.evaluate(() => history.pushState({ step: 2 }, '', '#step-2'));
  await onPicker(page, (element) => void element.open());
  await openCard(frameOf(page));
  const card = frameOf(page).locator('.card');
  const dialog = page.getByRole('dialog');
  await expect(card).toBeVisible();
  // Entries of the dialog and of the card. `history.length` would not do: if a frame is added at the same time, Chromium counts one
  // less.
  await expect
    .poll(() => page.evaluate(() => (history.state as { droppoint?: [string, number] }).droppoint?.[1]))
    .toBe(2);
  await page.goBack();
  await expect(card).toBeHidden();
  await expect(dialog).toBeVisible();
  await openCard(frameOf(page));
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(card).toBeHidden();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/#step-2$/);
  expect(await page.evaluate(() => (history.state as { step: number }).step)).toBe(2);
});

test('gone back to, a page has the choice again, and knows the point', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => void element.open());
  const id = await choosePoint(page);
  await expect.poll(() => readForm(page)).toEqual({ point: id });
  const written = await page.locator('#picker').getByRole('status').innerText();
  await page.goto(`${shop.origin}/elsewhere`);
  await page.goBack();
  await expect.poll(() => readForm(page)).toEqual({ point: id });
  await expect(page.locator('#picker').getByRole('status')).toHaveText(written, { useInnerText: true });
  expect(await onPicker(page, ({ selectedPoint }) => selectedPoint)).toMatchObject({ id });
});

test('an open dialog is open again where a checkout drawn anew puts it; taken away, it ends with null', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form><div id="elsewhere"></div>` });
  const ending = onPicker(page, (element) => element.open());
  await expect(frameOf(page).getByRole('main')).toBeVisible();
  await onPicker(page, (element) => document.querySelector('#elsewhere')?.append(element));
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  await page.evaluate(() => document.querySelector('droppoint-picker')?.remove());
  expect(await ending).toBeNull();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
});

test('twenty widgets on a page each keep their own point', async ({ page, shop }) => {
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
  const body = names.map((name) => picker('', '', name).replace('name="point"', `name="${name}"`)).join('');
  await shop.open(page, { body: `<form>${body}</form>` });
  await onPicker(page, (element) => void element.open(), 'p7');
  const id = await choosePoint(page, 'p7');
  await onPicker(page, (element) => (element.value = 'PL_X'), 'p19');
  expect(await readForm(page)).toEqual({ p7: id, p19: 'PL_X' });
});

for (const mode of ['modal', 'inline']) {
  test(`${mode}, the shop’s page around the frame passes axe`, async ({ page, shop, droppoint }) => {
    const policy = `default-src 'self'; script-src 'unsafe-inline' ${droppoint.origin}; frame-src ${droppoint.origin}`;
    await shop.open(page, { body: `<form>${picker(`mode="${mode}"`)}</form>`, policy });
    if (mode === 'modal') await onPicker(page, (element) => void element.open());
    await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await page.addScriptTag({ path: axe });
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: {
          run(context: object, options: object): Promise<{ violations: { id: string; help: string }[] }>;
        };
      };
      return (await axe.run(document, { iframes: false })).violations.map(({ id, help }) => `${id}: ${help}`);
    });
    expect(violations).toEqual([]);
  });
}

for (const mode of ['modal', 'inline']) {
  for (const theme of ['light', 'dark']) {
    test(`${mode}, ${theme}, the picker in the frame passes axe, with a card open too`, async ({
      page,
      shop,
    }) => {
      await shop.open(page, { body: `<form>${picker(`mode="${mode}" theme="${theme}"`)}</form>` });
      if (mode === 'modal') await onPicker(page, (element) => void element.open());
      const frame = frameOf(page);
      await expect(frame.getByRole('combobox')).toBeVisible();
      await expect(frame.locator('section.list').getByRole('listitem').first()).toBeVisible();
      const inside = page.frames()[1]!;
      expect(await findBarriers(inside)).toEqual([]);
      await openCard(frame);
      await expect(frame.getByRole('button', { name: /^Choose this point/ })).toBeEnabled();
      expect(await findBarriers(inside)).toEqual([]);
    });
  }
}
