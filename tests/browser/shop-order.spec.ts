import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import { onPublishedNetwork, WEBHOOK_SECRET, type Droppoint } from './droppoint.ts';
import { test } from './example-shop.ts';
import { findLocker, stopClock } from './parcel-lives.ts';
import { badge, order, press, state } from './shop-orders.ts';

/** What may go wrong between the example shop and the carrier. */
test.use({ webhooks: true });
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

/** How many parcels the sandbox has taken. */
async function countParcels({ platform }: Droppoint): Promise<number> {
  const text = await (await fetch(platform)).text();
  return Number(/([\d,]+) parcels/.exec(text)![1]!.replaceAll(',', ''));
}

/** Pushes an event to the shop, as the carrier does. */
function push(shop: string, event: object, secret = WEBHOOK_SECRET): Promise<number> {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  return fetch(`${shop}/webhook`, { method: 'POST', headers: { 'x-any-signature': signature }, body }).then(
    ({ status }) => status,
  );
}
const eventOf = (trackingNumber: string, eventCode: string, minute: number) => ({
  trackingNumber,
  eventId: `${trackingNumber}-${minute}#${eventCode}`,
  eventCode,
  // After whatever the sandbox has pushed.
  timestamp: `2099-01-01T10:${minute}:00.000000000Z`,
});

test('a point that closes before the parcel is sent: staff chooses another, and the customer sees it', async ({
  page,
  shop,
  droppoint,
}) => {
  const pointId = await findLocker(droppoint);
  const admin = await order(page, shop, pointId);
  const before = await page.locator('#point').innerText();
  await droppoint.setFaults([{ kind: 'close', ids: [pointId] }]);
  await press(admin, 'Send the parcel');
  await expect(admin.getByRole('alert')).toContainText('doesn’t deliver to this point any more');
  const other = admin.getByRole('button', { name: 'Send it here' }).first();
  const otherId = (await other.getAttribute('value'))!;
  expect(otherId).not.toBe(pointId);
  await other.click();
  await expect(page.locator('#point-id')).toHaveText(otherId);
  await expect(page.locator('#point')).not.toHaveText(before);
  await press(admin, 'Send the parcel');
  await expect(badge(admin)).toHaveText('Announced');
});

test('the carrier is away: the order stays, is sent again, and never twice', async ({
  page,
  shop,
  droppoint,
}) => {
  const pointId = await findLocker(droppoint);
  const admin = await order(page, shop, pointId);
  const count = await countParcels(droppoint);
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
  await press(admin, 'Send the parcel');
  await expect(admin.getByRole('alert')).toContainText('The carrier gave no answer');
  expect(await countParcels(droppoint)).toBe(count);
  // It takes the parcel, and its answer is cut off.
  await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'] }]);
  await press(admin, 'Send it again');
  await expect(admin.getByRole('alert')).toContainText('The carrier gave no answer');
  expect(await countParcels(droppoint)).toBe(count + 1);
  // As the parcel may be on its way there, the point stays.
  await expect(admin.getByRole('button', { name: 'Change the point' })).toHaveCount(0);
  const form = { pickup_point: pointId };
  expect((await admin.request.post(admin.url().replace('/send', ''), { form })).status()).toBe(422);
  await expect(state(page)).toHaveText('We are packing your order.');
  await droppoint.setFaults([]);
  const again = () => admin.request.post(admin.url());
  await Promise.all([press(admin, 'Send it again'), again(), again()]);
  await expect(badge(admin)).toHaveText('Announced');
  await expect(state(page)).toHaveText('Your parcel is packed, and waits for the carrier.');
  expect(await countParcels(droppoint)).toBe(count + 1);
});

test('webhooks come early, twice, in disorder, and from others (case 195)', async ({
  page,
  shop,
  droppoint,
}) => {
  const next = `6900000000001${String(await countParcels(droppoint)).padStart(11, '0')}`;
  const admin = await order(page, shop, await findLocker(droppoint));
  // Before the shop knows the number.
  expect(await push(shop, eventOf(next, 'LMD.1001', 20))).toBe(200);
  await press(admin, 'Send the parcel');
  await expect(admin.locator('section strong')).toHaveText(next);
  await expect(state(page)).toHaveText('Your parcel is on its way.');

  expect(await push(shop, eventOf(next, 'EOL.1002', 40), 'another-secret')).toBe(401);
  const unsigned = await page.request.post(`${shop}/webhook`, { data: eventOf(next, 'EOL.1002', 40) });
  expect(unsigned.status()).toBe(401);
  expect(await push(shop, { trackingNumber: next })).toBe(400);
  expect((await page.request.get(`${shop}/webhook`)).status()).toBe(405);
  expect(await push(shop, eventOf('690000000000199999999999', 'EOL.1002', 40))).toBe(200);
  await page.reload();
  await expect(state(page)).toHaveText('Your parcel is on its way.');

  for (const _ of ['once', 'twice']) expect(await push(shop, eventOf(next, 'EOL.1002', 40))).toBe(200);
  await expect(state(page)).toHaveText(/^You have your parcel/);
  // What happened before that comes now.
  expect(await push(shop, eventOf(next, 'LMD.1005', 30))).toBe(200);
  await page.reload();
  await expect(state(page)).toHaveText(/^You have your parcel/);
});

test('forms of other sites, and pages of orders that are guessed, lead nowhere (case 196)', async ({
  page,
  shop,
  droppoint,
}) => {
  const admin = await order(page, shop, await findLocker(droppoint));
  const headers = { origin: 'https://elsewhere.example' };
  const send = `${admin.url()}/send`;
  expect((await admin.request.post(send, { headers })).status()).toBe(403);
  await admin.reload();
  await expect(badge(admin)).toHaveText('To be sent');
  const number = await page.locator('strong').innerText();
  for (const path of [`/orders/${number}`, '/orders/', '/orders/news', `/orders/${number}/news`])
    expect((await page.request.get(shop + path)).status()).toBe(404);
});
