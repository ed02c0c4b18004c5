import { expect, type Locator, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { sumLayoutShift, watchLayoutShift } from './layout-shift.ts';
import { findBarriers } from './find-barriers.ts';
import {
  chooseOf,
  chosenOf,
  CITY,
  fieldOf,
  filtersOf,
  listOf,
  openList,
  PICKER_STATES,
  rowsOf,
} from './picker-states.ts';

onPublishedNetwork();

const focused = (page: Page) => page.locator(':focus');
const focusedRow = (page: Page) => page.locator('li:has(> :focus)');
const lockers = (page: Page) => page.getByRole('checkbox', { name: /^Parcel locker/ });
const nameOf = (page: Page) => rowsOf(page).first().locator('.name').innerText();
const rowsAreThere = (page: Page) => expect(listOf(page).locator('[aria-busy="true"]')).toHaveCount(0);

test.describe('a task', () => {
  test('search a city, filter lockers, choose: by keyboard in fewer than 10 keys', async ({ page }) => {
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
    await press('Enter');
    await expect(fieldOf(page)).toHaveValue('Wien');
    await rowsAreThere(page);
    await press('Tab');
    await expect(filtersOf(page)).toBeFocused();
    await press('Enter');
    await expect(lockers(page)).toBeFocused();
    await press('Space');
    await expect(lockers(page)).toBeChecked();
    await press('Enter');
    await expect(focusedRow(page)).toHaveAttribute('aria-posinset', '1');
    await rowsAreThere(page);
    for (const text of await rowsOf(page).allInnerTexts()) expect(text).toContain('Parcel locker');
    const name = await nameOf(page);
    await press('Enter');
    await expect(page.getByRole('heading', { name })).toBeFocused();
    await expect(chooseOf(page)).toBeEnabled();
    await press('Enter');
    await expect(chosenOf(page)).toContainText(name);
    await expect(chosenOf(page).getByRole('heading')).toBeFocused();
    expect(keys).toBeLessThan(10);
  });

  test('search a city, filter lockers, choose: typing, and fewer than 4 clicks', async ({ page }) => {
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
    await expect(filtersOf(page)).toContainText('1 in force');
    await rowsAreThere(page);
    const name = await nameOf(page);
    await click(rowsOf(page).first().getByRole('button'));
    await click(chooseOf(page));
    await expect(chosenOf(page)).toContainText(name);
    expect(clicks).toBeLessThan(4);
  });

  test('the search field waits for typing where the page is there for it, and never where a finger would get a keyboard', async ({
    browser,
    page,
    droppoint,
  }) => {
    await page.goto('/');
    await expect(fieldOf(page)).toBeFocused();
    const phone = await browser.newContext({ baseURL: droppoint.origin, hasTouch: true, isMobile: true });
    const touched = await phone.newPage();
    await touched.goto('/');
    await expect(filtersOf(touched)).toBeEnabled();
    await expect(fieldOf(touched)).not.toBeFocused();
    await phone.close();
  });

  test('what is looked at is not yet chosen: heading, row, pin and button say which, and a choice is undone', async ({
    page,
  }) => {
    await openList(page);
    const name = await nameOf(page);
    await rowsOf(page).first().getByRole('button').click();
    const card = page.getByRole('region', { name });
    await expect(card).toContainText('You’re looking at');
    await expect(page.locator('.dp-pin[data-selected]')).toHaveCount(1);
    await expect(page.locator('.dp-pin[data-chosen]')).toHaveCount(0);
    await chooseOf(page).click();
    // A row under the mouse would mark its pin.
    await page.mouse.move(5, 5);
    await expect(page.locator('.dp-pin[data-chosen]')).toHaveCount(1);
    await expect(page.locator('.dp-pin[data-selected]')).toHaveCount(0);
    await expect(rowsOf(page).first()).toContainText('Your pick-up point');
    await rowsOf(page).first().getByRole('button').click();
    await expect(card).toContainText('Your pick-up point');
    await expect(chooseOf(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card).toContainText('You’re looking at');
    await expect(page.getByRole('heading', { name })).toBeFocused();
    await expect(page.locator('.dp-pin[data-chosen]')).toHaveCount(0);
  });

  test('a held Enter opens a point, but doesn’t choose it', async ({ page }) => {
    await openList(page);
    await rowsOf(page).first().getByRole('button').focus();
    await page.keyboard.down('Enter');
    await expect(chooseOf(page)).toBeEnabled();
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(chooseOf(page)).toBeVisible();
    await expect(chosenOf(page)).toHaveCount(0);
  });

  test('the focus comes back: from a card to its row, from the filters to their button, from a choice to the list', async ({
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
    await expect(focused(page)).not.toHaveCount(0);
  });

  test('the list stays in order, and the focus where it was, if a card is closed while the map still moves', async ({
    page,
  }) => {
    await openList(page);
    await rowsOf(page).nth(2).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.dp-map .leaflet-zoom-anim').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await still(page.locator('.dp-map'));
    await expect(page.locator('.dp-map .leaflet-zoom-anim')).toHaveCount(0);
    await rowsAreThere(page);
    await expect(focusedRow(page)).toHaveAttribute('aria-posinset', '3');
  });

  test('results are said to those who don’t see them', async ({ page }) => {
    await openList(page);
    const said = (text: string | RegExp) =>
      expect(page.getByRole('status').filter({ hasText: text }).first()).toBeAttached();
    await said(/The nearest 50(?! of)/);
    await fieldOf(page).fill('wien');
    await said(/\d+ suggestions?\. Go through/);
    await page.keyboard.press('Enter');
    await rowsAreThere(page);
    await filtersOf(page).click();
    await lockers(page).check();
    await said(/[\d,]+ points match/);
    await page.keyboard.press('Enter');
    const name = await nameOf(page);
    await rowsOf(page).first().getByRole('button').click();
    await said(`Details shown: ${name}`);
    await chooseOf(page).click();
    await said(`Chosen: ${name}`);
    await chosenOf(page).getByRole('button', { name: 'Change' }).click();
    await rowsOf(page).first().getByRole('button').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await said('The choice was taken back.');
  });

  test('a pin under the mouse or the focus marks its row; a stack marks all of its rows', async ({
    page,
    droppoint,
  }) => {
    const stack = PICKER_STATES.find(({ name }) => name === 'stack')!;
    await stack.reach(page, droppoint);
    await page.keyboard.press('Escape');
    await rowsAreThere(page);
    const pin = page.locator('.dp-pin-stack').first();
    const amount = Number(await pin.innerText());
    const marked = page.locator('.row.hovered');
    await page.mouse.move(5, 5);
    await expect(marked).toHaveCount(amount);
    await page.getByRole('button', { name: 'Zoom in', exact: true }).focus();
    await expect(marked).toHaveCount(0);
    await pin.hover();
    await expect(marked).toHaveCount(amount);
    await page.mouse.move(5, 5);
    await expect(marked).toHaveCount(0);
  });

  test('nothing jumps in the whole walk', async ({ page }) => {
    await watchLayoutShift(page);
    await openList(page);
    await rowsOf(page).first().getByRole('button').focus();
    for (let press = 0; press < 15; press++) await page.keyboard.press('ArrowDown');
    await fieldOf(page).fill('wien');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    await still(page.locator(':root'));
    await lockers(page).check();
    await still(page.locator(':root'));
    await rowsOf(page).first().getByRole('button').click();
    await expect(chooseOf(page)).toBeEnabled();
    await still(page.locator(':root'));
    await chooseOf(page).click();
    await still(page.locator(':root'));
    const shift = await sumLayoutShift(page);
    console.log(`layout shift in the walk: ${shift.toFixed(4)}`);
    expect(shift).toBeLessThanOrEqual(0.02);
  });

  test('without a connection the last view keeps working, says so, and recovers by itself', async ({
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
});

for (const [name, settings] of Object.entries({
  'forced colours': { forcedColors: 'active' },
  'reduced motion': { reducedMotion: 'reduce' },
} as const)) {
  test(`with ${name} a point is found and chosen, and nothing bars anybody`, async ({
    browser,
    droppoint,
  }) => {
    const context = await browser.newContext({ baseURL: droppoint.origin, ...settings });
    const page = await context.newPage();
    await openList(page, CITY);
    await rowsOf(page).first().getByRole('button').click();
    expect(await findBarriers(page)).toEqual([]);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1).length,
    );
    if (name === 'reduced motion') expect(moving).toBe(0);
    await chooseOf(page).click();
    await expect(chosenOf(page)).toBeVisible();
    await context.close();
  });
}
