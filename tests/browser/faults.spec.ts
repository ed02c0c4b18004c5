import { expect } from '@playwright/test';
import { test } from './droppoint.ts';

test('Locator: a platform outage and broken pages of its list are reported with a next step, and a retry completes the map', async ({
  page,
  droppoint,
}) => {
  const main = page.getByRole('main');
  const alert = page.getByRole('alert');
  await test.step('a platform outage is reported with the request id; the map is there', async () => {
    await droppoint.setFaults([{ kind: 'answer', status: 400, routes: ['points'] }]);
    await page.goto('/');
    await expect(alert).toBeVisible();
    await expect(alert).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
    await expect(page.locator('.leaflet-container canvas').first()).toBeVisible();
  });
  await test.step('pages that stay broken are named as missing, an item without a position is set aside', async () => {
    await droppoint.setFaults([
      { kind: 'missing-field', field: 'coordinates', routes: ['points'], times: 1 },
      // One in four of the other responses is truncated, but no point is lost.
      { kind: 'truncate', routes: ['points'], share: 0.25 },
    ]);
    await page.route(/\/api\/points\?page=3&/, (route) => route.fulfill({ status: 400, body: '{}' }));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(main).toContainText('1 page of the list is missing.');
    await expect(main).toContainText(/[12],\d\d\d points on the map/);
    await expect(alert).toBeHidden();
    await main.getByText('can’t be placed').first().click();
    await expect(main).toContainText('without a valid position');
  });
  await test.step('trying again loads the missing pages', async () => {
    await droppoint.setFaults([]);
    await page.unroute(/\/api\/points\?page=3&/);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main).toContainText(/2,\d\d\d points on the map/);
    await expect(main).not.toContainText('missing');
  });
});
