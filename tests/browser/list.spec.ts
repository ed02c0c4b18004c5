import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { CITY, filtersOf, listOf, openList, rowsOf } from './picker-states.ts';

onPublishedNetwork();

// Proves: accessibility/list-keys.
test('List: the nearest points come first; arrow keys move between them, Enter opens one, and Escape returns to its row', async ({
  page,
}) => {
  await openList(page);
  await expect(listOf(page)).toContainText(/The nearest 50(?! of)/);
  const distances = await rowsOf(page).locator('.distance').allInnerTexts();
  const metres = distances.map(
    (text) => parseFloat(text.replace('about ', '')) * (text.includes('km') ? 1_000 : 1),
  );
  expect(metres.length).toBeGreaterThan(5);
  expect(metres).toEqual([...metres].sort((a, b) => a - b));
  await expect(rowsOf(page).first()).toContainText(/Open|Closed|No opening hours given/);

  const focused = page.locator('li:has(> :focus)');
  await rowsOf(page).first().getByRole('button').focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('aria-posinset', '21');
  await expect(focused).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute('aria-posinset', /^(50|100)$/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const name = (await focused.locator('.name').innerText()).trim();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(focused).toContainText(name);

  // The row keeps the focus out of view, and the list goes on as it is scrolled; few rows are in the page.
  await rowsOf(page).first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 1_500);
    await expect(listOf(page)).toContainText(/The nearest (1[05]0|[23][05]0)/, { timeout: 50 });
  }).toPass();
  expect(await rowsOf(page).count()).toBeLessThan(40);
  await expect(focused).not.toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('aria-posinset', '3');
  await expect(focused).toBeInViewport({ ratio: 1 });
});

test('List: a filter counts exactly; the list shows the matches, with mismatches and their reasons last, and a retry loads missing details', async ({
  page,
}) => {
  const chunks = /snapshot\/.*\/chunks\//;
  await page.route(chunks, (route) => route.abort());
  await page.goto(CITY);
  await expect(listOf(page)).toContainText(/details of \d+ points couldn’t be loaded/);
  await expect(rowsOf(page).first()).toContainText('Details couldn’t be loaded');
  await page.unroute(chunks);
  await listOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page).first()).toContainText(/Open|Closed|No opening hours given/);
  await expect(listOf(page)).not.toContainText('couldn’t be loaded');

  await filtersOf(page).click();
  const shops = page.getByRole('checkbox', { name: /^Shop or counter/ });
  await shops.check();
  await expect(filtersOf(page)).toContainText('1 active');
  const matching = await page.getByText(/[\d,]+ points match/).innerText();
  const [total] = /[\d,]+/.exec(matching)!;
  expect(await shops.locator('xpath=ancestor::label').innerText()).toContain(total);
  // Only the list finds out which of them are open, so no number of matches is shown.
  const openNow = page.getByRole('checkbox', { name: 'Open now' });
  await openNow.check();
  await expect(page.getByText(`${total} points to check in the list`)).toBeVisible();
  await expect(page.getByText(/points match/)).toHaveCount(0);
  await openNow.uncheck();
  await page.getByRole('checkbox', { name: 'Open on Sunday' }).check();
  await page.getByRole('button', { name: 'Show the points' }).click();
  await expect(listOf(page)).toContainText(/\d+ of these 50 match(es)? your filters/);
  await expect(listOf(page).locator('[aria-busy="true"]')).toHaveCount(0);
  for (const text of await rowsOf(page).allInnerTexts()) expect(text).toContain('Shop or counter');
  await rowsOf(page).first().getByRole('button').focus();
  await page.keyboard.press('End');
  await expect(page.locator('li:has(> :focus)')).toContainText('Doesn’t match: closed on Sunday');
  await expect(page.getByRole('button', { name: 'Look farther away' })).toBeVisible();
});

test('List: where parcels are handed in, it is a list of drop-off points, and counts no filters that the shopper hasn’t set', async ({
  page,
}) => {
  await page.goto(`${CITY}&purpose=send`);
  const list = page.getByRole('region', { name: 'Drop-off points, nearest first' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expect(list.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(list.getByRole('status').first()).toHaveText('The nearest 50');
});
