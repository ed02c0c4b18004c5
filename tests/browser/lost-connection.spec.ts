import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';

onPublishedNetwork();

const field = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');

test('Connection: a first search without a server reports that and continues automatically; earlier results work offline', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(page.getByRole('search').getByRole('button', { name: 'Near me' })).toBeVisible();
  // All that is loaded before the first search.
  await page.waitForLoadState('networkidle');
  // The browser believes that it is online throughout.
  await context.route('**', (route) => route.abort('connectionrefused'));
  await field(page).fill('warsza');
  await expect(page.getByRole('alert')).toContainText('The server can’t be reached.');
  await context.unrouteAll();
  await expect(
    options(page)
      .filter({ hasText: /^Warszawa/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await context.setOffline(true);
  await field(page).fill('warszaw');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('Warszawa');
});
