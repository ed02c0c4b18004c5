import { expect, type Page } from '@playwright/test';
import { holdBack } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { findId } from './find-id.ts';

onPublishedNetwork();

/** In the ocean: a view without any point can still be searched. */
const OCEAN = '/?latitude=45&longitude=-40&zoom=11';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
const options = (page: Page) => page.getByRole('option');
const status = (page: Page) => page.getByRole('search').getByRole('status').first();

test('Search: a misspelt city is found by keyboard alone, and a point by its id in lower case with the mouse', async ({
  page,
  droppoint,
}) => {
  const letCome = await holdBack(page, /\/places\//);
  await page.goto(OCEAN);
  await field(page).focus();
  await test.step('the field shows that an answer takes long', async () => {
    await page.keyboard.type('warzsaw');
    await expect(page.locator('.slow')).toHaveCount(1);
    letCome();
    await expect(options(page).first()).toBeVisible();
    await expect(page.locator('.slow')).toHaveCount(0);
  });
  await test.step('the arrow keys cycle through the list, and Escape closes it', async () => {
    const option = options(page).filter({ hasText: /^Warszawa/ });
    await expect(option.first()).toBeVisible();
    await expect(status(page)).toHaveText(/\d suggestions?\./);
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    const id = await options(page).first().getAttribute('id');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', id!);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(field(page)).toHaveValue('warzsaw');
  });
  await test.step('Enter takes the city, from which distances are counted', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Warszawa');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    const list = page.getByRole('region', { name: 'Pick-up points, nearest first' });
    await expect(list).toContainText('Sorted by straight-line distance from the place you searched for');
  });
  await test.step('an empty result is reported, with the next step; an error offers another try', async () => {
    await field(page).fill('Xqzyyk');
    await expect(status(page)).toHaveText(/Nothing found for “Xqzyyk”\. Check the spelling/);
    await page.route('**/places/**', (route) => route.abort());
    await field(page).fill('Gda');
    await expect(page.getByRole('alert')).toContainText('can’t be reached');
    await page.unroute('**/places/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(
      options(page)
        .filter({ hasText: /Gdańsk/ })
        .first(),
    ).toBeVisible();
  });
  await test.step('a point is listed under its own heading, and its card is opened', async () => {
    const id = await findId(droppoint.origin);
    await field(page).fill(id.toLowerCase());
    await page.getByRole('group', { name: 'Points' }).getByRole('option', { name: id }).click();
    await expect(page.locator('.card .code').first()).toHaveText(id);
    await expect(page.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
  });
});
