import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './medusa.ts';
import type { Answer, Medusa, Shop } from './shop.ts';

let polish: string[];
test.beforeAll(async ({ droppoint, medusa: _ }) => {
  const answer = await fetch(`${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=5`);
  const { points } = (await answer.json()) as { points: { summary: { id: string } }[] };
  polish = points.map(({ summary }) => summary.id);
});

/** Pushes an event as the carrier does. @returns the status of the answer */
async function push({ origin }: Medusa, event: object, secret = 'signed-by-the-carrier'): Promise<number> {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-carrier-signature': signature };
  return (await fetch(`${origin}/droppoint/events`, { method: 'POST', headers, body })).status;
}

/** Creates an event later than any that the sandbox pushes. */
const eventOf = (trackingNumber: string, eventCode: string, hour: number) => ({
  trackingNumber,
  eventCode,
  eventId: `${randomUUID()}#${eventCode}`,
  timestamp: `2036-11-26T${String(hour).padStart(2, '0')}:00:00.123456789Z`,
});

async function stateOf(shop: Shop, id: string): Promise<Answer> {
  const [{ fulfillment_status: status, total }, { parcels }] = [
    await shop.readOrder(id),
    await shop.readBlock(id),
  ];
  return [status, parcels[0]?.state ?? null, total];
}

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

test('Parcel: each of two partial fulfilments has its own', async ({ shop }) => {
  const id = await shop.placeOrder(polish[0]!, { quantity: 2 });
  await shop.ship(id, 1);
  await shop.ship(id, 1);
  expect(new Set(await shop.findParcels(id, 2)).size).toBe(2);
});

test('Parcel: it is created once, however often its answer is lost', async ({ shop, droppoint }) => {
  const ORDERS = 5;
  const ids: string[] = [];
  for (let at = 0; at < ORDERS; at++) ids.push(await shop.placeOrder(polish[0]!));
  await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], share: 0.5 }]);
  let failures = 0;
  for (const id of ids) while ((await shop.ship(id)).status !== 200) failures += 1;
  await droppoint.setFaults([]);
  const numbers: bigint[] = [];
  for (const id of ids) numbers.push(BigInt((await shop.findParcels(id))[0]!));
  // The carrier numbers parcels consecutively: no other was created in between.
  numbers.sort((one, other) => Number(one - other));
  expect(numbers.at(-1)! - numbers[0]!).toBe(BigInt(ORDERS - 1));
});

test('Parcel: the same pieces after a cancelled fulfilment are the same parcel', async ({ shop }) => {
  const id = await shop.placeOrder(polish[0]!);
  await shop.ship(id);
  const [first] = await shop.findParcels(id);
  const { fulfillments } = await shop.readOrder(id);
  await shop.post(`/admin/orders/${id}/fulfillments/${fulfillments[0].id}/cancel`);
  expect((await shop.ship(id)).status).toBe(200);
  const { fulfillments: now } = await shop.readOrder(id);
  const numbers = now.flatMap(({ labels }: Answer) => labels).map((label: Answer) => label.tracking_number);
  expect(numbers).toEqual([first, first]);
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
    .poll(
      async () => {
        await fetch(`${droppoint.platform}/__sandbox/clock/advance`, {
          method: 'POST',
          body: '{"hours":24}',
        });
        const [status] = await stateOf(shop, id);
        return seen.add(status) && status;
      },
      { timeout: 30_000 },
    )
    .toBe('delivered');
  expect((await shop.readOrder(id)).fulfillments[0].labels).toHaveLength(1);
});

test('Events: each counts once, in the order in which it happened', async ({ shop, medusa }) => {
  const id = await shop.placeOrder(polish[0]!);
  await shop.ship(id);
  const [number] = await shop.findParcels(id);
  const [, , total] = await stateOf(shop, id);
  const onItsWay = eventOf(number!, 'MMD.1001', 8);
  expect([await push(medusa, onItsWay), await push(medusa, onItsWay)]).toEqual([200, 200]);
  expect(await stateOf(shop, id)).toEqual(['shipped', 'on_its_way', total]);
  await push(medusa, eventOf(number!, 'EOL.1001', 12));
  await push(medusa, eventOf(number!, 'LMD.1005', 10));
  expect(await stateOf(shop, id)).toEqual(['delivered', 'delivered', total]);
});

test('Events: of many at once and out of order, every order has the right sum and state', async ({
  shop,
  medusa,
}) => {
  const ORDERS = 4;
  const ids: string[] = [];
  for (let at = 0; at < ORDERS; at++) ids.push(await shop.placeOrder(polish[0]!));
  for (const id of ids) await shop.ship(id);
  const before = await Promise.all(ids.map(async (id) => (await stateOf(shop, id))[2]));
  const numbers = await Promise.all(ids.map(async (id) => (await shop.findParcels(id))[0]!));
  const codes = ['EOL.1001', 'LMD.1005', 'MMD.1001', 'LMD.1003'];
  const pushed = codes.flatMap((code, at) =>
    numbers.map((number) => push(medusa, eventOf(number, code, 20 - at))),
  );
  expect(new Set(await Promise.all(pushed))).toEqual(new Set([200]));
  for (const [at, id] of ids.entries())
    expect(await stateOf(shop, id)).toEqual(['delivered', 'delivered', before[at]]);
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
  expect((await stateOf(shop, id))[0]).toBe('fulfilled');
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
