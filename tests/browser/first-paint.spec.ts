import { expect, type Page } from '@playwright/test';
import { enlargeText } from './enlarge-text.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { holdBack } from './come-to-rest.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { test } from './widget-shop.ts';

/** A view with a few dozen points in a network of 3,000. */
const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=10';

const early = (page: Page) => page.getByRole('searchbox');
const field = (page: Page) => page.getByRole('combobox');

onPublishedNetwork();

const APP = /_app\/immutable\/entry\/app/;

/** Opens a page whose code is delayed. @returns a function that lets it through */
async function openWithoutCode(page: Page, address: string) {
  const letCome = await holdBack(page, APP);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(early(page)).toBeVisible();
  return letCome;
}

const boxOf = (page: Page) =>
  page.locator('[role="search"] input').evaluate((input) => {
    const box = (input as HTMLElement).closest('[role="search"] > div > div')!.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
  });

for (const [name, width, height, fontPx] of [
  ['a phone with text twice as large', 390, 844, 32],
  ['a wide window', 1280, 800, 16],
] as const) {
  test(`First paint: the search field is there before the code, and doesn’t move: ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await enlargeText(page, fontPx);
    await watchLayoutShift(page);
    const letCome = await openWithoutCode(page, `${CITY}&language=de`);
    await expect(early(page)).toHaveAccessibleName('Ort oder Abholstelle suchen');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    const before = await boxOf(page);

    letCome();
    await expect(page.locator('.dp-pin').first()).toBeAttached();

    await expect(field(page)).toBeVisible();
    await expect(early(page)).toHaveCount(0);
    expect(await boxOf(page)).toEqual(before);
    // With large text, the list's heading is two lines while it loads, and one afterwards.
    expect(await sumLayoutShift(page)).toBeLessThan(0.03);
  });
}

test('First paint: text typed before the code has loaded keeps caret, selection and focus, also during composition, and is searched', async ({
  page,
}) => {
  const letCome = await openWithoutCode(page, CITY);
  await early(page).click();
  await page.keyboard.type('krak');
  await early(page).evaluate((input: HTMLInputElement) => {
    input.setSelectionRange(1, 3);
    Object.assign(window, { firstInput: input });
  });
  letCome();
  await expect(page.getByRole('option').first()).toBeVisible();
  const stored = await field(page).evaluate((input: HTMLInputElement) => ({
    same: input === (window as unknown as { firstInput: unknown }).firstInput,
    focused: document.activeElement === input,
    text: input.value,
    selection: [input.selectionStart, input.selectionEnd],
  }));
  expect(stored).toEqual({ same: true, focused: true, text: 'krak', selection: [1, 3] });
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await page.unroute(APP);

  const letComeAgain = await openWithoutCode(page, CITY);
  await early(page).click();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'вар', selectionStart: 3, selectionEnd: 3 });
  letComeAgain();
  await expect(page.getByRole('search').getByRole('button', { name: 'Near me' })).toBeVisible();
  await expect(page.locator('#first-paint input')).toHaveValue('вар');
  await session.send('Input.insertText', { text: 'варшава' });
  await expect(field(page)).toHaveValue('варшава');
  await expect(field(page)).toBeFocused();
});

test('First paint: a shop’s frame has the field before the code too, in the shop’s theme, and Enter searches', async ({
  page,
  shop,
}) => {
  const letCome = await holdBack(page, APP);
  await shop.open(page, { body: '<droppoint-picker mode="inline" theme="dark"></droppoint-picker>' });
  const frame = page.frameLocator('droppoint-picker iframe');
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await frame.getByRole('searchbox').fill('kraków');
  await frame.getByRole('searchbox').press('Enter');

  letCome();
  await expect(frame.getByRole('combobox')).toHaveValue('Kraków');
  await expect(frame.getByRole('main').getByRole('list').getByRole('button').first()).toBeVisible();
});
