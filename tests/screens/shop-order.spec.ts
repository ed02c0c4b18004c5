import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from '../browser/droppoint.ts';
import { test } from '../browser/example-shop.ts';
import { advance, findLocker, stopClock } from '../browser/parcel-lives.ts';
import { inEachLook } from './take-picture.ts';

test.use({ webhooks: true });

/** An order of the example shop, as its customer and its staff see it, from the order to the return. */
inEachLook(test, (shoot) => {
  onPublishedNetwork();
  test.beforeAll(({ droppoint }) => stopClock(droppoint));

  test('an order', async ({ page, shop, droppoint }) => {
    const person = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+48500000202' };
    const form = { ...person, delivery: 'point', pickup_point: await findLocker(droppoint) };
    const answer = await page.request.post(`${shop}/orders`, { form });
    await page.goto(answer.url());
    const number = await page.locator('strong').innerText();
    await shoot(page, 'shop-order', true);
    const admin = await page.context().newPage();
    const shootAdmin = async (name: string) => {
      await expect(admin.getByRole('status').first()).not.toBeEmpty();
      await shoot(admin, name, true);
    };
    await admin.goto(`${shop}/admin/orders/${number}`);
    await shootAdmin('shop-admin-order');
    await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
    await admin.getByRole('button', { name: 'Send the parcel' }).click();
    await shootAdmin('shop-admin-order-away');
    await droppoint.setFaults([]);
    await admin.getByRole('button', { name: 'Send it again' }).click();
    await shootAdmin('shop-admin-order-sent');
    await advance(droppoint, 40);
    await expect(page.locator('#state')).toContainText('ready');
    await shootOrder(page, 'shop-order-ready');
    await advance(droppoint, 40);
    await expect(page.locator('#state')).toContainText('You have your parcel');
    await shootOrder(page, 'shop-order-collected');
    await admin.goto(`${shop}/admin`);
    await shootAdmin('shop-admin-orders');
  });

  /** Loaded again, as the parcel is asked for once a minute. */
  async function shootOrder(page: Page, name: string) {
    await page.reload();
    await shoot(page, name, true);
  }
});
