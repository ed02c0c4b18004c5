import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, onPublishedNetwork, test } from './droppoint.ts';

onPublishedNetwork();
test.use({ points: FEW_POINTS });

const field = (page: Page) => page.getByRole('combobox');
const options = (page: Page) => page.getByRole('option');

/** Opens the locator, and waits until all that is loaded before the first search has been. */
async function openLocator(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('search').getByRole('button', { name: 'Near me' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Map of pick-up points' }).getByRole('button').first(),
  ).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('a first search without a connection says that there is none, and goes on when it is back', async ({
  page,
  context,
}) => {
  await openLocator(page);
  await context.setOffline(true);
  await field(page).fill('warszawa');
  await expect(page.getByRole('alert')).toContainText('The server can’t be reached.');
  await context.setOffline(false);
  await expect(options(page).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a first search while the server is away goes on by itself once it answers', async ({
  page,
  context,
}) => {
  await openLocator(page);
  // The browser believes that it is online throughout.
  await context.route('**', (route) => route.abort('connectionrefused'));
  await field(page).fill('warszawa');
  await expect(page.getByRole('alert')).toContainText('The server can’t be reached.');
  await context.unrouteAll();
  await expect(options(page).first()).toBeVisible();
});
