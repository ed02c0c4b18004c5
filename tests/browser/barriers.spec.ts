import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { logIn } from './login-walk.ts';

test.use({ points: FEW_POINTS });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds no barrier on the broker’s pages, and at an address that leads nowhere (${colorScheme})`, async ({
    browser,
    droppoint,
  }) => {
    // axe is injected as a script, which the page's own policy would refuse.
    const context = await browser.newContext({ baseURL: droppoint.origin, colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto('/account');
    await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await logIn(page);
    await expect(page.getByRole('main')).toContainText(/points on the map/, { timeout: 30_000 });
    expect(await findBarriers(page)).toEqual([]);
    await page.goto('/nowhere');
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await context.close();
  });
}
