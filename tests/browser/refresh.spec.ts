import { expect } from '@playwright/test';
import { frameOf, onPicker, picker, test } from './widget-shop.ts';

test('refresh() reads the list again where no network is published', async ({ page, shop }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/points') asked++;
  });
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await expect(frameOf(page).getByRole('main')).toContainText(/points on the map/);
  const pages = asked;
  expect(pages).toBeGreaterThan(1);
  await onPicker(page, (element) => element.refresh());
  expect(asked).toBe(2 * pages);
});
