import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';

test('the configurator shows the widget as it is set, and writes the lines to copy', async ({ page }) => {
  await page.goto('/configure');
  const picker = page.locator('droppoint-picker');
  await expect(picker.getByRole('button').first()).toBeVisible();
  await page.getByLabel('Countries').fill('PL,CZ');
  await page.getByLabel('Countries').press('Enter');
  await expect(picker).toHaveAttribute('country', 'PL,CZ');
  const snippet = page.getByLabel(/^Snippet for/);
  await expect(snippet).toContainText('<droppoint-picker name="pickup_point" required country="PL,CZ">');
  await page.getByRole('checkbox', { name: /Stay on this version/ }).check();
  await expect(snippet).toContainText('integrity="sha384-');
  await page.getByLabel('React').check();
  await expect(snippet).toContainText("import 'droppoint-picker';");
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no barrier in the configurator, and nothing is wider than a small phone (${colorScheme})`, async ({
    browser,
    droppoint,
  }) => {
    // axe is injected as a script, which the page's own policy would refuse.
    const viewport = { width: 320, height: 640 };
    const context = await browser.newContext({
      baseURL: droppoint.origin,
      colorScheme,
      bypassCSP: true,
      viewport,
    });
    const page = await context.newPage();
    await page.goto('/configure');
    await expect(page.getByLabel(/^Snippet for/)).toContainText('<droppoint-picker');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await context.close();
  });
}
