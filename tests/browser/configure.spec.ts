import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { findBarriersInEachLook } from './find-barriers.ts';

test.afterAll(({ droppoint }) => droppoint.unpublish());

test('the configurator shows the widget as it is set, and writes the lines to copy', async ({ page }) => {
  await page.goto('/configure');
  const picker = page.locator('droppoint-picker');
  await expect(picker.getByRole('button').first()).toBeVisible();
  await page.getByLabel('Countries').fill('PL,CZ');
  await page.getByLabel('Countries').press('Enter');
  await expect(picker).toHaveAttribute('country', 'PL,CZ');
  await expect.poll(() => new URL(page.url()).search).toBe('?name=pickup_point&required=&country=PL%2CCZ');
  const snippet = page.getByLabel(/^Snippet for/);
  await expect(snippet).toContainText('<droppoint-picker name="pickup_point" required country="PL,CZ">');
  await page.getByRole('checkbox', { name: /Stay on this version/ }).check();
  await expect(snippet).toContainText('integrity="sha384-');
  await page.getByLabel('React').check();
  await expect(snippet).toContainText("import 'droppoint-picker';");
});

test('its settings come back with its address, and countries are those of the network', async ({
  page,
  droppoint,
}) => {
  await droppoint.publish();
  await page.goto('/configure?for=React&city=Wien&nobody=knows');
  const countries = page.getByRole('group', { name: 'Countries' });
  await countries.getByRole('checkbox', { name: /^Austria \d+$/ }).check();
  await page.getByRole('checkbox', { name: 'A point must be chosen' }).check();
  await page.getByLabel('Shown').selectOption('inline');
  const snippet = page.getByLabel('Snippet for React');
  await expect(snippet).toContainText('mode="inline"');

  await page.reload();
  await expect(countries.getByRole('checkbox', { checked: true })).toHaveAccessibleName(/^Austria/);
  await expect(page.getByLabel('Shown')).toHaveValue('inline');
  await expect(page.getByLabel('Town')).toHaveValue('Wien');
  for (const line of ['required', 'country="AT"', 'city="Wien"', 'mode="inline"'])
    await expect(snippet).toContainText(line);
  await expect(page.locator('droppoint-picker')).toHaveAttribute('country', 'AT');
});

test('axe finds no barrier in the configurator, and nothing is wider than a small phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/configure');
  await expect(page.getByLabel(/^Snippet for/)).toContainText('<droppoint-picker');
  expect(await findBarriersInEachLook(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
