import { expect, type Page } from '@playwright/test';
import { test } from '../browser/droppoint.ts';
import { logIn } from '../browser/login-walk.ts';
import { openAnyCard } from '../browser/map-walk.ts';
import { SIZES, takePicture } from './take-picture.ts';

/** The pages of the product itself. */
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      const shoot = (page: Page, name: string, fullPage = false) =>
        takePicture(page, `${name}-${size}-${colorScheme}`, fullPage);

      test('the locator', async ({ page, droppoint }) => {
        await droppoint.setFaults([{ kind: 'latency', milliseconds: 700, routes: ['points'] }]);
        await page.goto('/');
        await expect(page.locator('.dp-pin').first()).toBeVisible();
        await shoot(page, 'locator-loading');
        await droppoint.setFaults([]);
        const main = page.getByRole('main');
        await expect(main).toContainText(/points on the map/, { timeout: 30_000 });
        await shoot(page, 'locator');
        await openAnyCard(main);
        await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
        await shoot(page, 'locator-card');
        await main.getByRole('button', { name: 'Choose this point' }).click();
        await shoot(page, 'locator-chosen');
      });

      test('the locator without a platform', async ({ page, droppoint }) => {
        await droppoint.setFaults([{ kind: 'answer', status: 400, routes: ['points'] }]);
        await page.goto('/');
        await expect(page.getByRole('alert')).toBeVisible({ timeout: 45_000 });
        await shoot(page, 'locator-error');
      });

      test('the locator with an empty list', async ({ page }) => {
        const empty = { count: 0, page: 1, perPage: 500, totalPages: 0, items: [] };
        await page.route('**/api/points?*', (route) => route.fulfill({ json: empty }));
        await page.goto('/');
        await expect(page.getByRole('main')).toContainText('0 points on the map');
        await shoot(page, 'locator-empty');
      });

      test('the locator over the published network', async ({ page, context, droppoint }) => {
        await droppoint.publish();
        await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=12');
        const main = page.getByRole('main');
        const search = main.getByRole('combobox');
        await expect(search).toBeVisible();
        await expect(main.getByRole('list').getByRole('button').first()).toBeVisible();
        await shoot(page, 'picker');
        await search.fill('krak');
        await expect(main.getByRole('option').first()).toBeVisible();
        await shoot(page, 'picker-search');
        await page.keyboard.press('Enter');
        await shoot(page, 'picker-found');
        await main.getByRole('button', { name: 'Filters' }).click();
        await expect(main.getByRole('checkbox').first()).toBeVisible();
        await shoot(page, 'picker-filters');
        await main.getByRole('button', { name: 'Show the points' }).click();
        await main.getByRole('list').getByRole('button').first().click();
        await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
        await shoot(page, 'picker-card');
        await main.getByRole('button', { name: 'Choose this point' }).click();
        await shoot(page, 'picker-chosen');
        await page.goto('/?point=PL_GONE&latitude=52.2297&longitude=21.0122&zoom=12');
        await expect(main.getByRole('region', { name: /no longer in the network/ })).toBeVisible();
        await shoot(page, 'picker-gone');
        await context.setOffline(true);
        await expect(main).toContainText('You’re offline');
        await shoot(page, 'picker-offline');
        await context.setOffline(false);
        droppoint.unpublish();
      });

      test('the operator’s page', async ({ page, droppoint }) => {
        await page.goto('/network');
        await expect(page.getByRole('heading', { name: 'No network is published yet' })).toBeVisible();
        await shoot(page, 'network-unpublished');
        await droppoint.publish();
        await page.reload();
        await expect(page.getByRole('searchbox')).toBeVisible();
        await shoot(page, 'network', true);
        droppoint.unpublish();
      });

      test('the broker’s pages', async ({ page }) => {
        await page.goto('/account');
        await page.getByRole('button', { name: 'Log in' }).waitFor();
        await shoot(page, 'account-login', true);
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.getByRole('heading', { name: 'Log in' }).waitFor();
        await shoot(page, 'sandbox-login');
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.getByRole('heading', { name: /^Allow/ }).waitFor();
        await shoot(page, 'sandbox-consent', true);
        await page.getByRole('button', { name: 'Cancel' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await shoot(page, 'account-declined', true);
        await logIn(page);
        const network = page.getByRole('region', { name: /The network/ });
        await expect(network).toContainText(/points on the map/, { timeout: 30_000 });
        await shoot(page, 'account', true);
        await openAnyCard(network);
        await network.getByRole('button', { name: 'Choose this point' }).click();
        await page.getByRole('textbox', { name: 'Organization id' }).fill('org-42');
        await page.getByRole('button', { name: 'Send parcel' }).click();
        await expect(page.getByText('The carrier took it')).toBeVisible();
        await shoot(page, 'account-sent', true);
      });
    });
  }
}
