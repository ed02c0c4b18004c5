import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';

/** The broker's page where the network is published. */

test.use({ points: FEW_POINTS });
test.beforeAll(({ droppoint }) => droppoint.publish());
test.afterAll(({ droppoint }) => droppoint.unpublish());

test('a broker searches the network by city and id, as shoppers do, and nothing of it is asked of the platform', async ({
  page,
  droppoint,
}) => {
  await logIn(page);
  const network = page.getByRole('region', { name: /The network/ });
  const field = network.getByRole('combobox', { name: 'Search for a place or a point' });
  await field.fill('Warszawa');
  await expect(network.getByRole('option', { name: /^Warszawa/ }).first()).toBeVisible();
  await field.press('Enter');
  const row = network.getByRole('list').getByRole('button').first();
  await expect(row).toContainText('Warszawa');
  await row.click();
  await expect(network.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  expect(await droppoint.countPlatformRequests('/location')).toBe(0);
  const list = await page.request.get('/api/points?page=1&perPage=500');
  const { id } = ((await list.json()) as { items: { id: string }[] }).items[3]!;
  await field.fill(id);
  await network.getByRole('option', { name: id }).click();
  await expect(network).toContainText(id);
});
