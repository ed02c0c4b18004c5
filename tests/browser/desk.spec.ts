import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';

test.use({ points: FEW_POINTS });

test('the desk asks for the organization once, and has five screens, each with an address of its own', async ({
  page,
}) => {
  await logIn(page);
  const screens = page.getByRole('navigation', { name: 'Desk' }).getByRole('link');
  await expect(screens).toHaveText(['Send', 'Import', 'Parcels', 'Returns', 'Pickups']);
  for (const name of ['Import', 'Parcels', 'Returns', 'Pickups', 'Send']) {
    await screens.filter({ hasText: name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
});
