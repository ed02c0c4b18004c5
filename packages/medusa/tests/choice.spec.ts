import { expect } from '@playwright/test';
import { test } from './medusa.ts';
import { HOME } from './shop.ts';

let polish: string[];
test.beforeAll(async ({ droppoint, medusa: _ }) => {
  const answer = await fetch(`${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=5`);
  const { points } = (await answer.json()) as { points: { summary: { id: string } }[] };
  polish = points.map(({ summary }) => summary.id);
});

test('Choice: the point is stored, and becomes the delivery address', async ({ shop }) => {
  const cartId = await shop.fillCart();
  const { status, cart, point } = await shop.setPoint(cartId, polish[0]!);
  expect([status, point.id]).toEqual([200, polish[0]]);
  expect(cart.shipping_address).toMatchObject({
    ...{ first_name: 'Oskar', last_name: 'Lis', phone: HOME.phone },
    ...{ address_1: point.streetLine1, city: point.city, country_code: 'pl' },
  });
  expect(cart.billing_address).toMatchObject({ address_1: HOME.address_1, city: 'Kraków' });
});

test('Choice: a refused point is answered with the reason, the id that was meant and the nearest others', async ({
  shop,
}) => {
  const cartId = await shop.fillCart();
  const refused = await shop.setPoint(cartId, polish[0]!.toLowerCase());
  expect(refused).toMatchObject({ status: 409, code: 'mistyped', meant: polish[0] });
  expect(refused.message).toMatch(/\w+ \w+/);
  expect(refused.alternatives[0]).toMatchObject({ id: polish[0] });
  const { cart } = await shop.get(`/store/carts/${cartId}`);
  expect(cart.shipping_address.address_1).toBe(HOME.address_1);
  expect(cart.shipping_methods).toEqual([]);
});

test('Choice: no client can write a point past the check', async ({ shop }) => {
  const cartId = await shop.fillCart();
  const { id } = await shop.findOption(cartId);
  const forged = {
    option: 'pickup-point',
    point: { id: polish[0], streetLine1: 'Elsewhere 9' },
    problem: null,
  };
  await shop.post(`/store/carts/${cartId}/shipping-methods`, { option_id: id, data: { droppoint: forged } });
  await shop.openPayment(cartId);
  expect(await shop.complete(cartId)).toMatchObject({
    status: 400,
    code: 'missing',
    message: 'Please choose a pick-up point.',
  });
});

test('Choice: an address that is written over the point’s is refused until the point is chosen again', async ({
  shop,
}) => {
  const cartId = await shop.fillCart();
  await shop.setPoint(cartId, polish[0]!);
  await shop.post(`/store/carts/${cartId}`, { shipping_address: { ...HOME, address_1: 'Elsewhere 9' } });
  await shop.openPayment(cartId);
  expect(await shop.complete(cartId)).toMatchObject({ status: 400, code: 'address' });
  await shop.setPoint(cartId, polish[0]!);
  await shop.openPayment(cartId);
  const { order } = await shop.complete(cartId);
  expect((await shop.readOrder(order.id)).shipping_address.address_1).not.toBe('Elsewhere 9');
});

test('Choice: home delivery after all brings the parcel to the customer’s address', async ({ shop }) => {
  const cartId = await shop.fillCart();
  await shop.setPoint(cartId, polish[0]!);
  await shop.chooseHome(cartId);
  await shop.openPayment(cartId);
  expect(await shop.complete(cartId)).toMatchObject({ status: 400, code: 'address' });
  const { cart } = await shop.request(`/store/carts/${cartId}/pickup-point`, 'DELETE');
  expect(cart.shipping_address).toMatchObject(HOME);
  await shop.chooseHome(cartId);
  await shop.openPayment(cartId);
  const { order } = await shop.complete(cartId);
  expect((await shop.readOrder(order.id)).shipping_address).toMatchObject(HOME);
  expect(await shop.readBlock(order.id)).toEqual({ needs: null });
});

test('Choice: while Droppoint is away, orders are placed and marked', async ({ shop, medusa }) => {
  const cartId = await shop.fillCart();
  medusa.door.isClosed = true;
  expect((await shop.setPoint(cartId, 'not an id')).code).toBe('mistyped');
  expect((await shop.setPoint(cartId, polish[2]!)).status).toBe(200);
  await shop.openPayment(cartId);
  const { order } = await shop.complete(cartId);
  medusa.door.isClosed = false;
  await expect.poll(async () => (await shop.readBlock(order.id)).problem).toBe('unchecked');
  await shop.post('/admin/droppoint/recheck');
  const { problem, point } = await shop.readBlock(order.id);
  expect([problem, point.lines.length > 1]).toEqual([null, true]);
});

test('Choice: an order that was paid without a point is placed, marked, and the shop is told', async ({
  shop,
  medusa,
}) => {
  const cartId = await shop.fillCart();
  const { id } = await shop.findOption(cartId);
  await shop.post(`/store/carts/${cartId}/shipping-methods`, { option_id: id });
  const session = await shop.openPayment(cartId);
  const { cart } = await shop.get(`/store/carts/${cartId}`);
  await shop.send('/hooks/payment/test_test', 'POST', { session_id: session, amount: cart.total });
  const find = async () =>
    (await shop.get('/admin/orders?order=-created_at&limit=1&fields=id,cart.id')).orders[0];
  await expect.poll(async () => (await find())?.cart?.id).toBe(cartId);
  const order = await find();
  await expect.poll(async () => (await shop.readBlock(order.id)).problem).toBe('missing');
  // The event is emitted after the problem is stored.
  const line = `droppoint.point_closed {"order_id":"${order.id}","problem":"missing"`;
  await expect.poll(() => medusa.readLog()).toContain(line);
  expect(await shop.ship(order.id)).toMatchObject({
    status: 400,
    message: 'The order has no pick-up point. Choose one first.',
  });
  await shop.post(`/admin/droppoint/orders/${order.id}/pickup-point`, { point_id: polish[0] });
  expect((await shop.ship(order.id)).status).toBe(200);
  expect((await shop.readOrder(order.id)).billing_address.address_1).toBe(HOME.address_1);
});
