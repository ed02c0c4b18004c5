import { expect, type Locator, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { chooseOf, chosenOf, fieldOf, filtersOf, listOf, openList, rowsOf } from './picker-states.ts';

onPublishedNetwork();

/** Records in each frame the elements that move for longer than a millisecond. */
function noteMoves(): void {
  const moves = new Set<string>();
  Object.assign(window, { moves });
  const look = () => {
    for (const { effect } of document.getAnimations()) {
      const { target } = effect as KeyframeEffect;
      if (Number(effect?.getTiming().duration) > 1) moves.add(target?.outerHTML.slice(0, 80) ?? '');
    }
    requestAnimationFrame(look);
  };
  look();
}

const focusedRow = (page: Page) => page.locator('li:has(> :focus)');
const lockers = (page: Page) => page.getByRole('checkbox', { name: /^Parcel locker/ });
const nameOf = (page: Page) => rowsOf(page).first().locator('.name').innerText();
const rowsAreThere = (page: Page) => expect(listOf(page).locator('[aria-busy="true"]')).toHaveCount(0);
/** Announcements for screen readers. */
const announced = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
/** Maximum sum of layout shifts in a whole walk. */
const MAX_SHIFT = 0.02;

// Proves: accessibility/keys, accessibility/announcements, accessibility/movement.
test('Picker: a city is searched, lockers are filtered and one is chosen in fewer than 10 keys; everything is announced, and nothing jumps', async ({
  page,
}) => {
  await watchLayoutShift(page);
  await page.goto('/');
  await expect(filtersOf(page)).toBeEnabled();
  await fieldOf(page).focus();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  await press('w');
  await press('i');
  await announced(page, /\d+ suggestions?\. Go through/);
  await press('Enter');
  await expect(fieldOf(page)).toHaveValue('Wien');
  await rowsAreThere(page);
  await announced(page, /The nearest \d+/);
  await press('Tab');
  await expect(filtersOf(page)).toBeFocused();
  await press('Enter');
  await expect(lockers(page)).toBeFocused();
  await press('Space');
  await expect(lockers(page)).toBeChecked();
  await announced(page, /[\d,]+ points match/);
  await press('Enter');
  await expect(focusedRow(page)).toHaveAttribute('aria-posinset', '1');
  await rowsAreThere(page);
  for (const text of await rowsOf(page).allInnerTexts()) expect(text).toContain('Parcel locker');
  const name = await nameOf(page);
  await press('Enter');
  await expect(page.getByRole('heading', { name })).toBeFocused();
  await announced(page, `Details shown: ${name}`);
  await expect(chooseOf(page)).toBeEnabled();
  await press('Enter');
  await expect(chosenOf(page)).toContainText(name);
  await expect(chosenOf(page).getByRole('heading')).toBeFocused();
  await announced(page, `Chosen: ${name}`);
  expect(keys, 'keys').toBeLessThan(10);
  expect(await sumLayoutShift(page), 'layout shift').toBeLessThanOrEqual(MAX_SHIFT);
});

// Proves: accessibility/clicks.
test('Picker: typing and fewer than 4 clicks do the same; the field is focused unless an on-screen keyboard would open', async ({
  browser,
  page,
  droppoint,
}) => {
  await watchLayoutShift(page);
  await page.goto('/');
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  await expect(fieldOf(page)).toBeFocused();
  await expect(filtersOf(page)).toBeEnabled();
  await page.keyboard.type('wien');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toHaveValue('Wien');
  await rowsAreThere(page);
  await click(lockers(page));
  await expect(filtersOf(page)).toContainText('1 active');
  await rowsAreThere(page);
  const name = await nameOf(page);
  await click(rowsOf(page).first().getByRole('button'));
  await click(chooseOf(page));
  await expect(chosenOf(page)).toContainText(name);
  expect(clicks, 'clicks').toBeLessThan(4);
  expect(await sumLayoutShift(page), 'layout shift').toBeLessThanOrEqual(MAX_SHIFT);

  const phone = await browser.newContext({ baseURL: droppoint.origin, hasTouch: true, isMobile: true });
  const touched = await phone.newPage();
  await touched.goto('/');
  await expect(filtersOf(touched)).toBeEnabled();
  await expect(fieldOf(touched)).not.toBeFocused();
  await phone.close();
});

// Proves: accessibility/held-key, accessibility/undo, accessibility/settings.
test('Picker: looking at a point doesn’t choose it, nor does a held Enter; heading, row and pin show which is chosen, and a choice can be undone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(noteMoves);
  await openList(page);
  const name = await nameOf(page);
  const row = rowsOf(page).first();
  const card = page.getByRole('region', { name });
  const [selected, chosen] = [page.locator('.dp-pin[data-selected]'), page.locator('.dp-pin[data-chosen]')];
  await row.getByRole('button').focus();
  for (const _ of ['opens the card', 'repeats', 'repeats']) {
    await page.keyboard.down('Enter');
    await expect(chooseOf(page)).toBeEnabled();
  }
  await page.keyboard.up('Enter');
  await expect(chosenOf(page)).toHaveCount(0);
  await expect(card).toContainText('You’re looking at');
  await expect(selected).toHaveCount(1);
  await expect(chosen).toHaveCount(0);

  await chooseOf(page).click();
  // A row under the mouse would mark its pin.
  await page.mouse.move(5, 5);
  await expect(chosen).toHaveCount(1);
  await expect(selected).toHaveCount(0);
  await expect(row).toContainText('Your pick-up point');
  await row.getByRole('button').click();
  await expect(card).toContainText('Your pick-up point');
  await expect(chooseOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await announced(page, 'Your choice was undone.');
  await expect(card).toContainText('You’re looking at');
  await expect(page.getByRole('heading', { name })).toBeFocused();
  await expect(chosen).toHaveCount(0);
  const moves = await page.evaluate(() => [...(window as unknown as { moves: Set<string> }).moves]);
  expect(moves, 'what moves with reduced motion').toEqual([]);
});

// Proves: accessibility/focus.
test('Picker: the focus returns from a card to its row, from the filters to their button, and from a choice to the list', async ({
  page,
}) => {
  await openList(page);
  await rowsOf(page).nth(2).getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(chooseOf(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(focusedRow(page)).toHaveAttribute('aria-posinset', '3');
  await filtersOf(page).click();
  await expect(lockers(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(filtersOf(page)).toBeFocused();
  await filtersOf(page).click();
  await page.getByRole('button', { name: 'Show the points' }).click();
  await expect(focusedRow(page)).toHaveAttribute('aria-posinset', '1');
  await page.keyboard.press('Enter');
  await chooseOf(page).click();
  await chosenOf(page).getByRole('button', { name: 'Change' }).click();
  await expect(chosenOf(page)).toHaveCount(0);
  await expect(focusedRow(page)).toHaveCount(1);
});

test('Picker: without a connection, the last view keeps working, says so, and recovers automatically', async ({
  page,
  context,
}) => {
  await openList(page);
  await context.setOffline(true);
  await expect(page.getByRole('main')).toContainText('You’re offline');
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await still(page.getByRole('main'));
  expect(await page.locator('.dp-pin').count()).toBeGreaterThan(0);
  await rowsOf(page).first().getByRole('button').click();
  await expect(chooseOf(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(page.getByRole('main')).not.toContainText('You’re offline');
  await fieldOf(page).fill('wien');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page)).toHaveValue('Wien');
  await rowsAreThere(page);
});
