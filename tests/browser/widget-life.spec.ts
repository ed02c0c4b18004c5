import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { findBarriers } from './find-barriers.ts';
import { frameOf, onPicker, openCard, picker, readForm, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/**
 * A picker that is moved, removed and added again, as frameworks do, and the accessibility of its
 * parts.
 */
onPublishedNetwork();

/** Counts the pages that are loaded into the picker's frame. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/embed')) loads++;
  });
  return () => loads;
}

/** Moves the element by `moveBefore`, which keeps frames as they are. */
const moveElsewhere = (page: Page) =>
  page.evaluate(() => {
    const elsewhere = document.querySelector('#elsewhere') as HTMLElement & {
      moveBefore(node: Node, before: Node | null): void;
    };
    elsewhere.moveBefore(document.querySelector('droppoint-picker')!, null);
  });

test('Lifecycle: an inline picker stays after a choice, which survives moving, removing and adding it, and can be changed', async ({
  page,
  shop,
}) => {
  const countOfLoads = countLoads(page);
  await shop.open(page, {
    body: `<form>${picker('mode="inline" required')}<div id="elsewhere"></div></form>`,
  });
  const bar = frameOf(page).getByRole('region', { name: 'Your pick-up point' });
  await openCard(frameOf(page));
  const choose = frameOf(page).getByRole('button', { name: /^Choose this point/ });
  await expect(choose).toBeVisible();
  await moveElsewhere(page);
  // The card is still open, so the frame is the same.
  await choose.click();
  await expect.poll(() => readForm(page)).toEqual({ point: 'PL_CZE10M' });
  expect(countOfLoads()).toBe(1);

  await page.evaluate(async () => {
    const element = document.querySelector('droppoint-picker')!;
    element.remove();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    document.forms[0]?.append(element);
  });
  expect(await readForm(page)).toEqual({ point: 'PL_CZE10M' });
  await expect(bar).toBeVisible();

  await frameOf(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(bar).toBeHidden();
  await onPicker(page, (element) => (element.value = 'PL_CZE11M'));
  await expect(bar).toBeVisible();
  await frameOf(page).getByRole('button', { name: 'Change', exact: true }).click();
  // By its row: on the map it may be in a cluster with the first point, which a press only expands.
  await frameOf(page)
    .getByRole('button', { name: /Your pick-up point/ })
    .click();
  const undo = frameOf(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  // The point remains the order's until the shopper undoes the choice or chooses another.
  expect(await readForm(page)).toEqual({ point: 'PL_CZE11M' });
  await undo.click();
  await expect.poll(() => readForm(page)).toEqual({});
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(false);
});

test('Lifecycle: an open dialog survives moveBefore, reopens where a checkout is redrawn, and resolves to null when removed', async ({
  page,
  shop,
}) => {
  const countOfLoads = countLoads(page);
  await shop.open(page, { body: `<form>${picker()}</form><div id="elsewhere"></div>` });
  const ending = onPicker(page, (element) => element.open());
  await openCard(frameOf(page));
  const choose = frameOf(page).getByRole('button', { name: /^Choose this point/ });
  await expect(choose).toBeVisible();
  await moveElsewhere(page);
  await expect(choose).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(countOfLoads()).toBe(1);
  await onPicker(page, (element) => document.forms[0]!.append(element));
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  await page.evaluate(() => document.querySelector('droppoint-picker')?.remove());
  expect(await ending).toBeNull();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
});

/** Axe's findings in a shop's page, without those in its frames. */
async function findAround(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  return page.evaluate(async () => {
    interface Axe {
      run(context: object, options: object): Promise<{ violations: { id: string; help: string }[] }>;
    }
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(document, { iframes: false })).violations.map(({ id, help }) => `${id}: ${help}`);
  });
}

for (const [mode, first, then] of [
  ['modal', 'light', 'dark'],
  ['inline', 'dark', 'light'],
] as const)
  // Proves: accessibility/frame, accessibility/element.
  test(`Accessibility: the ${mode} picker has no barriers, in light and dark`, async ({
    page,
    shop,
    droppoint,
  }) => {
    const policy = `default-src 'self'; script-src 'unsafe-inline' ${droppoint.origin}; frame-src ${droppoint.origin}`;
    await shop.open(page, { body: `<form>${picker(`mode="${mode}" theme="${first}"`)}</form>`, policy });
    if (mode === 'modal') await onPicker(page, (element) => void element.open());
    const frame = frameOf(page);
    await expect(frame.getByRole('combobox')).toBeVisible();
    await expect(frame.locator('section.list').getByRole('listitem').first()).toBeVisible();
    await test.step('the shop’s page around the frame passes axe', async () =>
      expect(await findAround(page)).toEqual([]));
    await test.step('the picker in the frame passes axe, with a card open too', async () => {
      const inside = page.frames()[1]!;
      expect(await findBarriers(inside)).toEqual([]);
      await onPicker(page, (element) => (element.theme = element.theme === 'dark' ? 'light' : 'dark'));
      await expect(frame.locator('html')).toHaveAttribute('data-theme', then);
      await openCard(frame);
      await expect(frame.getByRole('button', { name: /^Choose this point/ })).toBeEnabled();
      expect(await findBarriers(inside)).toEqual([]);
    });
  });
