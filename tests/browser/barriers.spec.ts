import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriersInEachLook } from './find-barriers.ts';
import { logIn } from './login-walk.ts';

test.use({ points: FEW_POINTS });

test('axe finds no barrier on the broker’s pages, and at an address that leads nowhere', async ({ page }) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  expect(await findBarriersInEachLook(page)).toEqual([]);
  await logIn(page);
  await expect(page.getByRole('main')).toContainText(/points on the map/, { timeout: 30_000 });
  expect(await findBarriersInEachLook(page)).toEqual([]);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await findBarriersInEachLook(page)).toEqual([]);
});
