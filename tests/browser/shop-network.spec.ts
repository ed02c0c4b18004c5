import { expect } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, onPicker, test } from './widget-shop.ts';

onPublishedNetwork();

test('a setting that no point of the network has is named, to the shop’s developer and to the shopper', async ({
  page,
  shop,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await shop.open(page, {
    body: '<droppoint-picker id="picker" name="point" mode="inline" country="Poland" point-type="locker"></droppoint-picker>',
  });
  const told = await onPicker(
    page,
    (picker) =>
      new Promise<string>((resolve) =>
        picker.addEventListener('droppoint-error', (event) =>
          resolve((event as CustomEvent<{ message: string }>).detail.message),
        ),
      ),
  );
  expect(told).toMatch(/^pointTypes: the network has no points with locker; it has APM, PUDO\b/);
  expect(warnings.join()).toContain('the network has no points with locker');
  await frameOf(page).getByRole('combobox').fill('Kraków');
  await page.keyboard.press('Enter');
  await expect(frameOf(page).locator('.empty')).toContainText('This shop offers no pick-up points here.');
});

test('a shop whose countries the network lacks is told so, in the list and to whoever searches', async ({
  page,
  shop,
}) => {
  await shop.open(page, {
    body: '<droppoint-picker id="picker" mode="inline" country="JP, KR" language="en" view="list"></droppoint-picker>',
  });
  const frame = frameOf(page);
  const sentence = 'There are no pick-up points in Japan, South Korea yet.';
  await expect(frame.locator('.empty')).toContainText(sentence);
  await frame.getByRole('combobox').fill('Tokyo');
  await page.keyboard.press('Enter');
  await expect(frame.getByText(sentence).nth(1)).toBeVisible();
  await expect(frame.getByText(/Check the spelling/)).toHaveCount(0);
});

test('a country by its name is shown whole', async ({ page }) => {
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=13');
  await page.getByRole('combobox').fill('Niemcy');
  await expect(page.getByRole('option').first()).toContainText('Germany');
  await page.keyboard.press('Enter');
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('zoom'))).toBeLessThan(8);
  const { latitude, longitude } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(Number(latitude)).toBeGreaterThan(47);
  expect(Number(longitude)).toBeLessThan(15);
  await expect(page.getByText('from the place you searched for')).toHaveCount(0);
});
