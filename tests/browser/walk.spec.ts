import { expect } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { test } from './example-shop.ts';
import { findLocker } from './find-locker.ts';

/** Two of the most important tasks, in Chromium and in Firefox; tests/webkit has them for WebKit. */

test.skip(
  ({ browserName }) => browserName === 'firefox' && !process.env['FIREFOX_PATH'],
  'no Firefox: FIREFOX_PATH is not set',
);

onPublishedNetwork();

test('Locator: a shopper searches a city, filters its lockers, opens one from the list, chooses it and undoes the choice', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto('/');
  const name = await findLocker(page);
  await page.getByRole('button', { name: 'Choose this point' }).click();
  const chosen = page.getByRole('region', { name: 'Your pick-up point' });
  await expect(chosen).toContainText(name);
  await chosen.getByRole('button', { name: /^Show: / }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chosen).toBeHidden();
  await expect(page.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.locator('#point-card-heading')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('Checkout: in a shop on another site, the picker opens over the page, and the choice is sent with the form', async ({
  page,
  shop,
}) => {
  await page.goto(shop);
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Mobile phone').fill('+48 500 000 202');
  const send = page.getByRole('button', { name: 'Place the order' });
  await send.click();
  // Nothing is chosen yet: the browser blocks the form.
  await expect(page.locator('droppoint-picker:invalid')).toBeFocused();
  const picker = page.locator('droppoint-picker');
  expect(await picker.evaluate((it: HTMLInputElement) => it.validationMessage)).not.toBe('');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const frame = page.frameLocator('droppoint-picker iframe');
  await findLocker(frame);
  await frame.getByRole('button', { name: 'Choose this point' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeVisible();
  const id = await picker.evaluate((it: HTMLInputElement) => it.value);
  expect(id).not.toBe('');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Thank you, Ada Lovelace' })).toBeVisible();
  await expect(page.getByText(`Pick-up point ${id}`)).toBeVisible();
  await expect(page.locator('#point')).toContainText(', ');
  await expect(page.getByText('We couldn’t check')).toHaveCount(0);
});
