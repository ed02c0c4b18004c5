import { expect } from '@playwright/test';
import { test } from './droppoint.ts';

test('a platform that is down is said in a sentence, with a next step and the request id; trying again works', async ({
  page,
  droppoint,
}) => {
  await droppoint.setFaults([{ kind: 'answer', status: 400, routes: ['points'] }]);
  await page.goto('/');
  const alert = page.getByRole('alert');
  await expect(alert).toBeVisible();
  await expect(alert).toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
  await expect(page.locator('.leaflet-container canvas').first()).toBeVisible();
  await droppoint.setFaults([]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  await expect(alert).toBeHidden();
});

for (const [title, fault] of [
  ['truncated JSON', { kind: 'truncate' }],
  ['429 with Retry-After', { kind: 'answer', status: 429, headers: { 'retry-after': '1' } }],
  ['a closed connection', { kind: 'close' }],
] as const) {
  test(
    `one in four pages with ${title} costs the shopper no point`,
    { tag: '@workerd' },
    async ({ page, droppoint }) => {
      await droppoint.setFaults([{ ...fault, routes: ['points'], share: 0.25 }]);
      await page.goto('/');
      const main = page.getByRole('main');
      await expect(main).toContainText(/points on the map/);
      await expect(main).toContainText(/can’t be placed/);
      await expect(main).not.toContainText(/missing/);
    },
  );
}

test('pages that stay broken are named as missing, the rest stays, and trying again completes the map', async ({
  page,
  droppoint,
}) => {
  await page.route(/\/api\/points\?page=3&/, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main).toContainText('1 page of the list is missing.');
  await expect(main).toContainText(/2,4\d\d points on the map/);
  await page.unroute(/\/api\/points\?page=3&/);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main).toContainText(/2,9\d\d points on the map/);
  await expect(main).not.toContainText('missing');
  expect(await droppoint.countPlatformRequests('/location/v1/points')).toBeGreaterThan(0);
});

test('a list that moves while it is read is read again, and says so', async ({ page, droppoint }) => {
  await droppoint.setFaults([
    { kind: 'drift', mode: 'insert', points: 3, routes: ['points'], times: 1, share: 0.3 },
  ]);
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main).toContainText('The list changed while it was read');
  await expect(main).toContainText(/points on the map/);
});

test('an item without a position is set aside and takes nothing else with it', async ({
  page,
  droppoint,
}) => {
  await droppoint.setFaults([{ kind: 'missing-field', field: 'coordinates', routes: ['points'], times: 1 }]);
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main).toContainText(/2,4\d\d points on the map/);
  await main.getByText('can’t be placed').first().click();
  await expect(main).toContainText('without a valid position');
});
