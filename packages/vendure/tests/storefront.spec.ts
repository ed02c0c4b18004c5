import { expect, type BrowserContext, type Page } from '@playwright/test';
import { orderDocument, setPointDocument } from '../dashboard/documents.ts';
import { advanceDay, fillBasket, findOrder, shipOrder, payByWebhook, pointsNear } from './checkout.ts';
import type { Client, Answer } from './client.ts';
import { chooseOnMap, goToDelivery, pay, state, test, valueOf } from './storefront.ts';

/** Finds the order whose code a page shows. */
async function orderOf(page: Page, staff: Client): Promise<Answer> {
  const code = (await page.getByRole('heading', { name: /^Your order / }).textContent())!.replace(
    'Your order ',
    '',
  );
  const { orders } = await staff.request(
    'query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id } } }',
    { code },
  );
  return findOrder(staff, orders.items[0].id);
}

test('Storefront: an order goes from the basket to the point, where it is collected', async ({
  page,
  storefront,
  staff,
  droppoint,
}) => {
  // The page polls every three seconds while several days pass.
  test.slow();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/shop-api') && request.postData()!.includes('PickupPoint('))
      requests.push(request.postData()!);
  });
  await goToDelivery(page, storefront);
  const id = await chooseOnMap(page);
  expect(requests).toHaveLength(1);
  await page.screenshot({ path: '.cache/tests/vendure-storefront.png', fullPage: true });
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  const order = await orderOf(page, staff);
  expect(order.customFields.pickupPoint.id).toBe(id);
  await expect(page.locator('#placed .where')).toContainText(order.customFields.pickupPoint.lines[0]);
  expect(requests).toHaveLength(1);

  const { trackingCode } = await shipOrder(staff, order.id);
  expect((await staff.get(`/droppoint/labels/${trackingCode}`)).status).toBe(200);
  await expect(state(page)).toContainText(trackingCode);
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        await advanceDay(droppoint.platform);
        // The page polls on its own. The first answer may be older than the new day.
        for (let answers = 0; answers < 2; answers++)
          await page.waitForResponse((answer) => answer.url().endsWith('/shop-api'));
        const text = (await state(page).textContent())!;
        seen.add(text.split(':')[0]!);
        return text;
      },
      { intervals: [0] },
    )
    .toContain('You have it');
  expect([...seen].join()).toMatch(/It is on its way|It waits for you there/);
});

test('Storefront: an order delivered home has no point, even if one was chosen first', async ({
  page,
  storefront,
  staff,
}) => {
  await goToDelivery(page, storefront);
  await chooseOnMap(page);
  await page.getByRole('radio', { name: /^To your home/ }).check();
  await expect(page.locator('droppoint-picker')).toBeHidden();
  await pay(page);
  await expect(page.locator('#placed .where')).toHaveText('It comes to Rynek 1, 00-950 Warszawa.');
  expect((await orderOf(page, staff)).customFields.pickupPoint.id).toBeNull();
});

test('Storefront: while Droppoint is down, a typed number is enough for an order, which is marked', async ({
  page,
  storefront,
  staff,
  vendure,
  droppoint,
}) => {
  const [id] = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=1');
  vendure.door.isClosed = true;
  await goToDelivery(page, storefront);
  await page.getByLabel('Number of your pick-up point').fill(id!);
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  const { customFields } = await orderOf(page, staff);
  expect([customFields.pickupPoint.id, customFields.pickupPointProblem]).toEqual([id, 'unchecked']);
});

test('Storefront: a forged number is refused', async ({ page, storefront, vendure }) => {
  vendure.door.isClosed = true;
  const failed = page.waitForEvent('requestfailed');
  await goToDelivery(page, storefront);
  await failed;
  vendure.door.isClosed = false;
  await page.getByLabel('Number of your pick-up point').fill('PL_NO_SUCH_POINT');
  await pay(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('#placed')).toBeHidden();
});

test('Storefront: with two tabs, each learns of the other’s choice before payment', async ({
  context,
  page,
  storefront,
  staff,
  droppoint,
}) => {
  await goToDelivery(page, storefront);
  const first = await chooseOnMap(page);
  const other = await openTab(context, storefront);
  await expect.poll(() => valueOf(other)).toBe(first);
  const second = (await pointsNear(droppoint.origin, 'city=Kraków&country=PL&limit=1'))[0]!;
  await other.evaluate(async (id) => {
    const path = '/shop-api.js';
    const { setPoint } = (await import(path)) as { setPoint: (point: string) => Promise<unknown> };
    await setPoint(id);
  }, second);
  await pay(page);
  await expect(page.getByRole('alert')).toContainText('in another tab');
  await expect.poll(() => valueOf(page)).toBe(second);
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  expect((await orderOf(page, staff)).customFields.pickupPoint.id).toBe(second);
  // The other tab no longer has an order.
  await pay(other);
  await expect(other.getByRole('alert')).toBeVisible();
});

async function openTab(context: BrowserContext, storefront: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(storefront);
  return tab;
}

test('Storefront: staff fix an order paid without a point, and send it once the platform is back', async ({
  page,
  storefront,
  shopper,
  staff,
  droppoint,
}) => {
  const { id, code } = await fillBasket(shopper);
  await payByWebhook(staff, id);
  await page.goto(`${storefront}/#${code}`);
  await expect(page.locator('#placed .where')).toHaveText('We’ll ask you where you’d like to collect it.');

  // The block in the dashboard shows that it is missing.
  const { order } = await staff.request(orderDocument, { id });
  expect(order.customFields).toMatchObject({ pickupPoint: { id: null }, pickupPointProblem: 'missing' });
  expect((await shipOrder(staff, id)).fulfillmentHandlerError).toMatch(
    /has no pick-up point. Choose one first/,
  );
  const [point] = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=1');
  expect((await staff.request(setPointDocument, { orderId: id, id: point })).setPickupPointOfOrder).toEqual({
    id,
  });
  const fixed = await findOrder(staff, id);
  expect(fixed).toMatchObject({
    shippingAddress: { city: 'Warszawa' },
    customFields: { pickupPoint: { id: point }, pickupPointProblem: null },
  });
  await expect(page.locator('#placed .where')).toContainText(fixed.customFields.pickupPoint.lines[0]);

  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
  expect((await shipOrder(staff, id)).fulfillmentHandlerError).toMatch(
    /\w \w.*Try again: it will only be done once\./,
  );
  await expect(state(page)).toHaveText('It is paid for.');
  await droppoint.setFaults([]);
  const { trackingCode } = await shipOrder(staff, id);
  await expect(state(page)).toContainText(trackingCode);
});

test('Storefront: if Droppoint goes down after the choice, the order keeps the known details of its point', async ({
  page,
  storefront,
  staff,
  vendure,
}) => {
  await goToDelivery(page, storefront);
  const id = await chooseOnMap(page);
  vendure.door.isClosed = true;
  await pay(page);
  await expect(state(page)).toHaveText('It is paid for.');
  const { customFields, shippingAddress } = await orderOf(page, staff);
  expect(customFields).toMatchObject({ pickupPoint: { id }, pickupPointProblem: 'unchecked' });
  await expect(page.locator('#placed .where')).toContainText(customFields.pickupPoint.lines[0]);
  expect([shippingAddress.company, shippingAddress.streetLine2]).toContain(id);
});
