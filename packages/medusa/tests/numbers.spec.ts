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
const ROUNDS = 11;
const WARSZAWA = 'city=Warszawa&country=PL&limit=1';

/** Only finds a hang: three minutes on an idle machine, and more than five beside other work. */
const LOAD_MS = 30 * 60_000;

test.describe.serial('Fifty orders of two pieces', () => {
  test.setTimeout(LOAD_MS);
  /** Sums of the orders by their ids. */
  const totals = new Map<string, number>();
  const numbers = new Map<string, string[]>();

  test('Parcel: of a hundred fulfilments, each has one, while a tenth of the answers is lost', async ({
    shop,
    droppoint,
  }) => {
    const [point] = await shop.pointsNear(WARSZAWA);
    await forEachLimit(AT_ONCE, Array<null>(ORDERS).fill(null), async () => {
      const id = await shop.placeOrder(point!, { quantity: 2 });
      totals.set(id, (await shop.readOrder(id)).total);
    });
    await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], share: 0.1 }]);
    await forEachLimit(AT_ONCE, [...totals.keys()], async (id) => {
      for (let piece = 0; piece < 2; piece++) while ((await shop.ship(id, 1)).status !== 200);
    });
    await droppoint.setFaults([]);
    await forEachLimit(
      AT_ONCE,
      [...totals.keys()],
      async (id) => void numbers.set(id, await shop.findParcels(id, 2)),
    );
    const all = [...numbers.values()].flat().map(BigInt);
    expect(new Set(all).size).toBe(2 * ORDERS);
    // The carrier numbers parcels consecutively: no other was created in between.
    all.sort((one, other) => Number(one - other));
    expect(all.at(-1)! - all[0]!).toBe(BigInt(2 * ORDERS - 1));
  });

  test('Events: of two hundred at once and out of order, every order has the right sum and state', async ({
    shop,
    medusa,
  }) => {
    const events = [...numbers.values()].flat().flatMap((number, at) => {
      const before = at % 2 === 0 ? 'LMD.1005' : 'MMD.1001';
      return [eventOf(number, 'EOL.1001', 20), eventOf(number, before, 10)];
    });
    // A stride that meets each of them once, far apart.
    const shuffled = events.map((_, at) => events[(at * 77) % events.length]!);
    expect(shuffled).toHaveLength(4 * ORDERS);
    // The carrier pushes an event again until it is received, as while the shop is too busy.
    const deliver = async (event: object) => {
      while ((await push(medusa, event)) !== 200);
    };
    await Promise.all(shuffled.map(deliver));
    await forEachLimit(AT_ONCE, [...totals], async ([id, total]) => {
      expect(await shop.readState(id)).toEqual(['delivered', 'delivered', total]);
      const { fulfillments } = await shop.readOrder(id);
      expect(fulfillments.map(({ labels }: Answer) => labels.length)).toEqual([1, 1]);
    });
  });
});

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
