import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { findBarriersInEachLook } from './find-barriers.ts';

onPublishedNetwork();

test('Configurator: it shows the widget as configured and writes the snippet, and its address restores the settings', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/configure?city=Wien&nobody=knows');
  const picker = page.locator('droppoint-picker');
  const snippet = page.getByLabel(/^Snippet for/);
  await expect(picker.getByRole('button').first()).toBeVisible();
  await expect(snippet).toContainText('<droppoint-picker city="Wien">');
  await test.step('no accessibility barrier, and nothing wider than a small phone', async () => {
    expect(await findBarriersInEachLook(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  // Countries are those of the network.
  const countries = page.getByRole('group', { name: 'Countries' });
  await countries.getByRole('checkbox', { name: /^Austria \d+$/ }).check();
  await expect(picker).toHaveAttribute('country', 'AT');
  await page.getByRole('checkbox', { name: 'A point must be chosen' }).check();
  await page.getByLabel('Shown').selectOption('inline');
  await expect(picker).toHaveAttribute('mode', 'inline');
  await page.getByRole('checkbox', { name: /Stay on this version/ }).check();
  await expect(snippet).toContainText('integrity="sha384-');
  await page.getByLabel('React', { exact: true }).check();
  await expect(snippet).toContainText("import 'droppoint-picker';");

  await page.reload();
  await expect(countries.getByRole('checkbox', { checked: true })).toHaveAccessibleName(/^Austria/);
  await expect(page.getByLabel('Shown')).toHaveValue('inline');
  await expect(page.getByLabel('Town')).toHaveValue('Wien');
  for (const line of ['required', 'country="AT"', 'city="Wien"', 'mode="inline"'])
    await expect(page.getByLabel('Snippet for React', { exact: true })).toContainText(line);
  await expect(picker).toHaveAttribute('country', 'AT');
});
