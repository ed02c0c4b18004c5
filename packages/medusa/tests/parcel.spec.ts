import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './medusa.ts';
import { eventOf, push } from './push.ts';

let polish: string[];
test.beforeAll(async ({ droppoint, medusa: _ }) => {
  const answer = await fetch(`${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=5`);
  const { points } = (await answer.json()) as { points: { summary: { id: string } }[] };
  polish = points.map(({ summary }) => summary.id);
});

test('Parcel: a fulfilment creates it, with a label that only staff can print', async ({ shop, medusa }) => {
  const id = await shop.placeOrder(polish[0]!);
  expect((await shop.ship(id)).status).toBe(200);
  const [number] = await shop.findParcels(id);
  expect(number).toMatch(/^\d{24}$/);
  const { fulfillments } = await shop.readOrder(id);
  expect(fulfillments[0].labels[0].tracking_number).toBe(number);
  const label = await shop.send(`/admin/droppoint/labels/${number}`);
  expect([label.status, label.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const bytes = Buffer.from(await label.arrayBuffer());
  const stored = readdirSync(`${medusa.folder}/private`).map((name) =>
    readFileSync(`${medusa.folder}/private/${name}`),
  );
  expect(stored.some((each) => each.equals(bytes))).toBe(true);
  expect((await fetch(`${medusa.origin}/admin/droppoint/labels/${number}`)).status).toBe(401);
  expect((await shop.send('/admin/droppoint/labels/690000000000000000000000')).status).toBe(404);
});

test('Parcel: staff reads why the carrier refuses it, and can try again after an outage', async ({
  shop,
  droppoint,
}) => {
  const id = await shop.placeOrder(polish[0]!);
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
  const refused = await shop.ship(id);
  expect(refused.status).toBe(400);
  expect(refused.message).toMatch(/\w+ \w+/);
  await droppoint.setFaults([]);
  expect((await shop.ship(id)).status).toBe(200);
});

test('Events: the sandbox’s own move the order to delivered', async ({ shop, droppoint }) => {
  const id = await shop.placeOrder(polish[0]!);
  await shop.ship(id);
  await shop.findParcels(id);
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      await fetch(`${droppoint.platform}/__sandbox/clock/advance`, {
        method: 'POST',
        body: '{"hours":24}',
      });
      const [status] = await shop.readState(id);
      return seen.add(status) && status;
    })
    .toBe('delivered');
  expect((await shop.readOrder(id)).fulfillments[0].labels).toHaveLength(1);
});

test('Events: unsigned ones are refused, and those of other parcels are answered 200', async ({
  shop,
  medusa,
}) => {
  const id = await shop.placeOrder(polish[0]!);
  await shop.ship(id);
  const [number] = await shop.findParcels(id);
  expect(await push(medusa, eventOf('690000000000000000000000', 'EOL.1001', 8))).toBe(200);
  expect(await push(medusa, eventOf(number!, 'INF.1001', 8))).toBe(200);
  expect(await push(medusa, eventOf(number!, 'EOL.1001', 8), 'someone-else')).toBe(401);
  expect(await push(medusa, { hello: 1 })).toBe(400);
  expect((await shop.readState(id))[0]).toBe('fulfilled');
});

test('Returns: staff creates one for an order, once; the customer gets a link by order and e-mail', async ({
  shop,
  medusa,
}) => {
  const id = await shop.placeOrder(polish[0]!);
  const path = `/admin/droppoint/orders/${id}/return`;
  const [one, other] = await Promise.all([shop.post(path), shop.post(path)]);
  expect(one.return.trackingNumber).toMatch(/^\d+$/);
  expect(other).toEqual(one);
  const { display_id: number, email } = await shop.readOrder(id);
  const look = (order_number: string, mail: string) =>
    shop.send('/store/droppoint/returns', 'POST', { order_number, email: mail });
  const answers = [await look(String(number), 'somebody@mail.example'), await look(String(number), email)];
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await expect.poll(() => medusa.readLog()).toContain(`droppoint.return_link {"order_id":"${id}"`);
  expect(medusa.readLog().split(`droppoint.return_link {"order_id":"${id}"`)).toHaveLength(2);
});
