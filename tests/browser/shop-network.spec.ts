import { expect } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, onPicker, recordEvents, test } from './widget-shop.ts';

onPublishedNetwork();

test('Shop’s settings: a value that no point of the network has is reported to the shop’s developer and the shopper', async ({
  page,
  shop,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const readEvents = await recordEvents(page);
  await shop.open(page, {
    body: '<droppoint-picker id="picker" name="point" mode="inline" country="Poland" point-type="locker"></droppoint-picker>',
  });
  const form = /^pointTypes: the network has no points with locker; it has APM, PUDO\b/;
  await expect
    .poll(async () => (await readEvents()).filter(([type]) => type === 'droppoint-error'))
    .toMatchObject([['droppoint-error', { message: expect.stringMatching(form) as unknown }]]);
  expect(warnings.join()).toContain('the network has no points with locker');
  await frameOf(page).getByRole('combobox').fill('Kraków');
  await page.keyboard.press('Enter');
  await expect(frameOf(page).locator('.empty')).toContainText('This shop offers no pick-up points here.');

  await test.step('countries that the network lacks are named, in the list and after a search', async () => {
    await onPicker(page, (picker) => {
      picker.removeAttribute('point-type');
      picker.setAttribute('country', 'JP, KR');
    });
    const sentence = 'There are no pick-up points in Japan, South Korea yet.';
    await expect(frameOf(page).locator('.empty')).toContainText(sentence);
    await frameOf(page).getByRole('combobox').fill('Tokyo');
    await page.keyboard.press('Enter');
    await expect(frameOf(page).getByText(sentence).nth(1)).toBeVisible();
    await expect(frameOf(page).getByText(/Check the spelling/)).toHaveCount(0);
  });
});
