import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { forEachLimit } from '../../async/limit.ts';
import { test } from './medusa.ts';
import { eventOf, push } from './push.ts';
import type { Answer, Medusa, Shop } from './shop.ts';

const ORDERS = 50;
/** Requests of the shop's staff and shoppers at a time. */
const AT_ONCE = 4;
const PUSHED_AT_ONCE = 50;
const ROUNDS = 5;
const WARSZAWA = 'city=Warszawa&country=PL&limit=1';

test.describe.serial('Fifty orders of two pieces', () => {
  /** Sums of the orders by their ids. */
  let totals = new Map<string, number>();
  let numbers: string[] = [];

  test('Parcel: of a hundred fulfilments, each has one, while a tenth of the answers is lost', async ({
    shop,
    droppoint,
  }) => {
    const [point] = await shop.pointsNear(WARSZAWA);
    const ids: string[] = [];
    // Medusa refuses one of two carts at a time that are the first of the same customer.
    const emails = Array.from({ length: ORDERS }, (_, at) => `shopper${at}@mail.example`);
    await forEachLimit(AT_ONCE, emails, async (email) => {
      ids.push(await shop.placeOrder(point!, { quantity: 2, email }));
    });
    totals = new Map((await findOrders(shop, ids)).map(({ id, total }) => [id, total]));
    await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], share: 0.1 }]);
    await forEachLimit(AT_ONCE, ids, async (id) => {
      for (let piece = 0; piece < 2; piece++) while ((await shop.ship(id, 1)).status !== 200);
    });
    await droppoint.setFaults([]);
    await expect.poll(async () => (await findParcels(shop, ids)).length).toBe(2 * ORDERS);
    numbers = (await findParcels(shop, ids)).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(2 * ORDERS);
    // The carrier numbers parcels consecutively: no other was created in between.
    const all = numbers.map(BigInt).sort((one, other) => Number(one - other));
    expect(all.at(-1)! - all[0]!).toBe(BigInt(2 * ORDERS - 1));
  });

  test('Events: of two hundred at once and out of order, every order has the right sum and state', async ({
    shop,
    medusa,
  }) => {
    const events = numbers.flatMap((number, at) => {
      const before = at % 2 === 0 ? 'LMD.1005' : 'MMD.1001';
      return [eventOf(number, 'EOL.1001', 20), eventOf(number, before, 10)];
    });
    // A stride that meets each of them once, far apart.
    const shuffled = events.map((_, at) => events[(at * 77) % events.length]!);
    expect(shuffled).toHaveLength(4 * ORDERS);
    // The carrier pushes an event again until it is received, as while the shop is too busy.
    await forEachLimit(PUSHED_AT_ONCE, shuffled, async (event) => {
      while ((await push(medusa, event)) !== 200);
    });
    const ids = [...totals.keys()];
    await expect
      .poll(async () => (await findParcels(shop, ids)).map(({ state }) => state))
      .toEqual(Array(2 * ORDERS).fill('delivered'));
    for (const { id, total, fulfillment_status, fulfillments } of await findOrders(shop, ids)) {
      const labels = fulfillments.map((each: Answer) => each.labels.length);
      expect([fulfillment_status, total, labels]).toEqual(['delivered', totals.get(id), [1, 1]]);
    }
  });
});

/** Reads orders in one request, among the latest. */
async function findOrders(shop: Shop, ids: readonly string[]): Promise<Answer[]> {
  const fields = 'id,total,fulfillment_status,fulfillments.labels.id';
  const { orders } = await shop.get(`/admin/orders?order=-created_at&limit=${ORDERS}&fields=${fields}`);
  expect(orders.map(({ id }: Answer) => id).sort()).toEqual(ids.toSorted());
  return orders;
}

/** Reads the parcels of orders in one request, among the latest. */
async function findParcels(shop: Shop, ids: readonly string[]): Promise<Answer[]> {
  const { rows } = await shop.get(`/admin/droppoint/parcels?limit=${2 * ORDERS}`);
  return rows.filter(({ order_id: id }: Answer) => ids.includes(id));
}

test('Plugin costs: a completed cart is one request more; a thousand waiting orders are one', async ({
  shop,
  medusa,
}) => {
  const [point] = await shop.pointsNear(WARSZAWA);
  const completion = await timeCompletions(shop, medusa, point!);
  expect(completion.requests).toEqual({ home: 0, point: ROUNDS });
  const recheck = await timeRecheck(shop, medusa, point!);
  expect(recheck).toMatchObject({ requests: 1, result: { checked: 1_000, unchecked: 0 } });
  console.log(JSON.stringify({ completion, recheck }));
});

/** Completes carts with home delivery and with a point, in turns. @returns medians, and requests to Droppoint of each */
async function timeCompletions(shop: Shop, medusa: Medusa, point: string) {
  const times = { home: [] as number[], point: [] as number[] };
  const requests = { home: 0, point: 0 };
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ['home', 'point'] as const) {
      const cartId = await shop.fillCart();
      if (way === 'home') await shop.chooseHome(cartId);
      else await shop.setPoint(cartId, point);
      await shop.openPayment(cartId);
      const before = medusa.door.count;
      const startedMs = performance.now();
      expect((await shop.complete(cartId)).status).toBe(200);
      times[way].push(performance.now() - startedMs);
      requests[way] += medusa.door.count - before;
    }
  const median = (list: number[]) =>
    Math.round(list.toSorted((one, other) => one - other)[(ROUNDS - 1) / 2]!);
  return { homeMs: median(times.home), pointMs: median(times.point), requests };
}

/** Runs the nightly check when a thousand orders wait, most of them copies of one. */
async function timeRecheck(shop: Shop, medusa: Medusa, point: string) {
  const run = (sql: string) =>
    execFileSync(join(process.env['POSTGRES_PATH']!, 'psql'), [medusa.database, '-q', '-c', sql]);
  const id = await shop.placeOrder(point);
  const { checked } = await shop.post('/admin/droppoint/recheck');
  run(
    `insert into droppoint_pickup (id, order_id, point) select 'copy_' || n, 'copy_' || n, point
      from droppoint_pickup, generate_series(1, ${1_000 - checked}) n where order_id = '${id}'`,
  );
  const before = medusa.door.count;
  const startedMs = performance.now();
  const result = await shop.post('/admin/droppoint/recheck');
  const ms = Math.round(performance.now() - startedMs);
  run(`delete from droppoint_pickup where id like 'copy_%'`);
  return { ms, requests: medusa.door.count - before, result };
}
