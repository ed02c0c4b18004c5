import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';
import { networkOf, openAnyCard, parcelOf } from './map-walk.ts';

/** The broker's page where the network is published. */

onPublishedNetwork();

test('Broker: a point chosen on the locator is still chosen after the login, where the network can be searched as by shoppers', async ({
  page,
  droppoint,
}) => {
  const main = page.getByRole('main');
  const chosen = page.getByRole('region', { name: 'Your pick-up point' });
  await page.goto('/');
  await openAnyCard(main);
  await main.getByRole('button', { name: /^Choose this point/ }).click();
  const name = (await chosen.locator('.name > span').last().innerText()).trim();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await page.getByRole('link', { name: 'Broker account' }).click();
  await expect(page.getByRole('heading', { name: 'Broker account' })).toBeVisible();
  await logIn(page);
  const parcel = parcelOf(page);
  await expect(parcel.locator('.point strong')).toHaveText(name);
  const id = await parcel.locator('[data-point]').innerText();
  expect(id).toMatch(/^[A-Z]{2}_/);
  await expect(chosen).toContainText(name);
  await expect(page.locator('.dp-pin[data-chosen]')).toHaveCount(1);
  // Identifiers are written from left to right on every page.
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await expect(parcel.locator('[data-point]')).toHaveCSS('direction', 'ltr');
  await page.evaluate(() => (document.documentElement.dir = 'ltr'));

  const network = networkOf(page);
  const field = network.getByRole('combobox', { name: 'Search for a place or a point' });
  await field.fill('Warszawa');
  await expect(network.getByRole('option', { name: /^Warszawa/ }).first()).toBeVisible();
  await field.press('Enter');
  const row = network.getByRole('list').getByRole('button').first();
  await expect(row).toContainText('Warszawa');
  await row.click();
  await expect(network.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  await field.fill(id);
  await network.getByRole('option', { name: id }).click();
  await expect(network).toContainText(id);
  expect(await droppoint.countPlatformRequests('/location'), 'all of it is published').toBe(0);
});
