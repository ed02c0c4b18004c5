import { expect } from '@playwright/test';
import { onPublishedNetwork } from '../browser/droppoint.ts';
import { test } from '../browser/example-shop.ts';
import { advance, findLocker, stopClock } from '../browser/parcel-lives.ts';
import { inEachLook } from './take-picture.ts';

test.use({ webhooks: true });

/** An order of the example shop, as its customer and its staff see it, from the order to the return. */
inEachLook(test, (shoot) => {
  onPublishedNetwork();
  test.beforeAll(({ droppoint }) => stopClock(droppoint));

  test('Shop: an order from the customer’s and the staff’s side', async ({ page, shop, droppoint }) => {
    /** @returns the address of a new order's page, and of the same order in the administration */
    async function order() {
      const person = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+48500000202' };
      const form = { ...person, delivery: 'point', pickup_point: await findLocker(droppoint) };
      const answer = await page.request.post(`${shop}/orders`, { form });
      const number = /K\d{4}-\d{4}-\d{4}/.exec(await answer.text())![0];
      return { customer: answer.url(), staff: `${shop}/admin/orders/${number}` };
    }
    /** Takes a picture of a parcel in a state. Opens the page only then, because it polls once a minute. */
    async function shootParcel(name: string, hours: number, sentence: string) {
      const { customer, staff } = await order();
      await page.request.post(`${staff}/send`);
      await advance(droppoint, hours);
      await page.goto(customer);
      await expect(page.locator('#state')).toContainText(sentence);
      const frame = page.frameLocator('droppoint-parcel iframe');
      await expect(frame.getByText('Last updated')).toBeVisible();
      await shoot(page, name, true);
    }
    const shootAdmin = async (name: string) => {
      await expect(page.getByRole('status').first()).not.toBeEmpty();
      await shoot(page, name, true);
    };
    const { customer, staff } = await order();
    await page.goto(customer);
    await shoot(page, 'shop-order', true);
    await page.goto(staff);
    await shootAdmin('shop-admin-order');
    await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
    await page.getByRole('button', { name: 'Send the parcel' }).click();
    await shootAdmin('shop-admin-order-away');
    await droppoint.setFaults([]);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await shootAdmin('shop-admin-order-sent');
    await shootParcel('shop-order-ready', 40, 'ready');
    await shootParcel('shop-order-collected', 80, 'You have your parcel');
    await page.goto(`${shop}/admin`);
    await shootAdmin('shop-admin-orders');
  });
});
