import { expect } from '@playwright/test';
import { COMPLETIONS, FULFILMENTS, PUSHES, type Completion } from '../../../tests/unit/shop-engine/cases.ts';
import { publish } from '../../vendure/tests/checkout.ts';
import { test } from './medusa.ts';
import { eventOf, push } from './push.ts';
import { HOME, type Answer, type Shop } from './shop.ts';

type Step = Completion['steps'][number];

let ids: Readonly<Record<'a point' | 'another point' | 'a forged id' | 'no id' | 'a point abroad', string>>;
/** A point that no other file of tests uses. */
let spare: string;
test.beforeEach(async ({ shop }) => {
  const polish = await shop.pointsNear('city=Warszawa&country=PL&limit=8');
  const [german] = await shop.pointsNear('city=Berlin&country=DE&limit=1');
  ids ??= {
    'a point': polish[5]!,
    'another point': polish[6]!,
    'a forged id': 'PL_NO_SUCH_POINT',
    'no id': '<b>PL</b>',
    'a point abroad': german!,
  };
  spare ??= polish[7]!;
});

/** A checkout that goes through the steps of a case until the world changes. */
class Checkout {
  readonly #steps: Step[];
  #cartId = '';
  #isHome = false;

  constructor(
    readonly completion: Completion,
    readonly shop: Shop,
  ) {
    this.#steps = [...completion.steps];
  }

  /** @returns the change of the world that comes next; null at the end */
  async proceed(): Promise<string | null> {
    if (this.#cartId === '') {
      this.#cartId = await this.shop.fillCart();
      const { id: option_id } = await this.shop.findOption(this.#cartId);
      await this.shop.post(`/store/carts/${this.#cartId}/shipping-methods`, { option_id });
    }
    const path = `/store/carts/${this.#cartId}`;
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift())
      if (step === 'enter my address') await this.shop.post(path, { shipping_address: HOME });
      else if (step === 'deliver it home') {
        await this.shop.request(`${path}/pickup-point`, 'DELETE');
        await this.shop.chooseHome(this.#cartId);
        this.#isHome = true;
      } else if ('choose' in step) await this.shop.setPoint(this.#cartId, ids[step.choose]);
      else return step.then;
    return null;
  }

  async complete(): Promise<void> {
    const { expected, isPaid, title } = this.completion;
    const found = isPaid ? await this.#payByWebhook() : await this.#pay();
    const seen = async () => {
      const { problem, point, address, alternatives } = await found.read();
      const isHeld = problem !== null && problem !== 'unchecked';
      const isPoints = address.address_1 !== HOME.address_1;
      return {
        action: found.isOrder ? (isHeld ? 'hold' : 'accept') : 'refuse',
        problem,
        point,
        delivery: isPoints ? 'the point’s' : 'the customer’s',
        hasAlternatives: alternatives.length > 0,
      };
    };
    // A subscriber stores the problem of an order.
    await expect
      .poll(seen, title)
      .toEqual({ hasAlternatives: false, ...expected, point: expected.point && ids[expected.point] });
  }

  /** Pays as a storefront does: if the address was written over the point's, it chooses the point again. */
  async #pay(): Promise<Found> {
    await this.shop.openPayment(this.#cartId);
    let answer = await this.shop.complete(this.#cartId);
    if (answer.code === 'address') {
      await this.shop.setPoint(this.#cartId, (await this.#readCart()).point!);
      await this.shop.openPayment(this.#cartId);
      answer = await this.shop.complete(this.#cartId);
    }
    if (answer.order) return this.#findOrder(answer.order.id);
    const { point, address } = await this.#readCart();
    // Medusa's refusal has no more than a sentence; choosing the point again names others.
    const { alternatives = [] } = point === null ? {} : await this.shop.setPoint(this.#cartId, point);
    return {
      isOrder: false,
      read: () => Promise.resolve({ problem: answer.code as string, point, address, alternatives }),
    };
  }

  /** Does what a payment provider's webhook does, whether or not the shopper has chosen a point. */
  async #payByWebhook(): Promise<Found> {
    const session = await this.shop.openPayment(this.#cartId);
    const { cart } = await this.shop.get(`/store/carts/${this.#cartId}`);
    await this.shop.send('/hooks/payment/test_test', 'POST', { session_id: session, amount: cart.total });
    const path = '/admin/orders?order=-created_at&limit=1&fields=id,cart.id';
    const find = async () => (await this.shop.get(path)).orders[0];
    await expect.poll(async () => (await find())?.cart?.id).toBe(this.#cartId);
    return this.#findOrder((await find()).id);
  }

  #findOrder = (id: string): Found => ({
    isOrder: true,
    read: async () => {
      const { shipping_address: address } = await this.shop.readOrder(id);
      if (this.#isHome) expect(await this.shop.readBlock(id)).toEqual({ needs: null });
      const { problem = null, point = null, alternatives = [] } = await this.shop.readBlock(id);
      return { problem, point: point?.id ?? null, address, alternatives };
    },
  });

  async #readCart() {
    const { cart } = await this.shop.get(`/store/carts/${this.#cartId}?fields=%2Bshipping_methods.data`);
    const point = cart.shipping_methods[0]?.data?.droppoint?.point?.id ?? null;
    return { point: point as string | null, address: cart.shipping_address };
  }
}

/** The result of a checkout: an order, or a cart that was refused. */
interface Found {
  isOrder: boolean;
  read: () => Promise<{
    problem: string | null;
    point: string | null;
    address: Answer;
    alternatives: Answer[];
  }>;
}

test('At completion, an order is accepted, refused or held as in every engine', async ({
  shop,
  droppoint,
  medusa,
}) => {
  const waiting = new Map<string, Checkout[]>();
  for (const completion of COMPLETIONS) {
    const checkout = new Checkout(completion, shop);
    const change = await checkout.proceed();
    if (change === null) await checkout.complete();
    else waiting.set(change, [...(waiting.get(change) ?? []), checkout]);
  }
  medusa.door.isClosed = true;
  for (const checkout of waiting.get('Droppoint goes away')!) {
    expect(await checkout.proceed()).toBeNull();
    await checkout.complete();
  }
  medusa.door.isClosed = false;
  await publish(droppoint, ids['a point'], 'gone');
  for (const checkout of waiting.get('the point closes')!) {
    expect(await checkout.proceed()).toBeNull();
    await checkout.complete();
  }
  await publish(droppoint, ids['a point'], 'exists');
});

const placeLargeOrder = (shop: Shop) => shop.placeOrder(ids['another point'], { quantity: 4 });

/** The fulfilments of an order with their parcels' numbers, oldest first. */
async function findFulfilments(shop: Shop, id: string): Promise<Answer[]> {
  const { fulfillments } = await shop.readOrder(id);
  return fulfillments.toSorted((one: Answer, other: Answer) =>
    String(one.created_at).localeCompare(other.created_at),
  );
}

/** Sends a parcel. The carrier numbers parcels consecutively. @returns its number */
async function sendAnother(shop: Shop): Promise<bigint> {
  const id = await placeLargeOrder(shop);
  expect(await shop.ship(id)).toMatchObject({ status: 200 });
  return BigInt((await shop.findParcels(id))[0]!);
}

test('Fulfilments get parcels as in every engine', async ({ shop, droppoint, medusa }) => {
  let last = await sendAnother(shop);
  for (const { title, steps, parcels, count } of FULFILMENTS) {
    const id = await placeLargeOrder(shop);
    const numbers: string[] = [];
    let isShipped = false;
    for (const step of steps)
      if ('cancel' in step) {
        const { id: fulfilmentId } = (await findFulfilments(shop, id))[step.cancel];
        const path = `/admin/orders/${id}/fulfillments/${fulfilmentId}/cancel`;
        const { status } = await shop.send(path, 'POST', {});
        // Medusa doesn't cancel what is on its way.
        expect(status, title).toBe(isShipped ? 400 : 200);
        if (isShipped) break;
      } else if ('moves' in step) {
        expect(await push(medusa, eventOf(numbers[step.moves]!, 'MMD.1001', 8))).toBe(200);
        const isMoved = async () => (await findFulfilments(shop, id))[step.moves].shipped_at !== null;
        await expect.poll(isMoved).toBe(true);
        isShipped = true;
      } else if ('staff' in step) {
        const path = `/admin/droppoint/orders/${id}/pickup-point`;
        const { status } = await shop.send(path, 'POST', { point_id: spare });
        expect(status, title).toBe(step.staff === 'moves the order' ? 200 : 400);
      } else {
        const pieces = Object.values(step.send).reduce((one, other) => one + other);
        const isLost = step.answer === 'lost';
        // The parcel is created, but every answer is cut off, including those to retries.
        if (isLost) await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], times: 4 }]);
        const { status, message } = await shop.ship(id, pieces);
        expect(status, `${title}: ${message}`).toBe(step.answer === undefined ? 200 : 400);
        if (isLost) expect(message).toMatch(/Try again: it will only be done once\./);
        else if (step.answer === undefined)
          numbers.push((await findFulfilments(shop, id)).at(-1).labels[0].tracking_number);
        if ('then' in step) await publish(droppoint, ids['another point'], 'gone');
      }
    const letters = isShipped ? ['A'] : parcels;
    expect(
      numbers.map((number) => String(BigInt(number) - last - 1n)),
      title,
    ).toEqual(letters.map((letter) => String(letter.charCodeAt(0) - 65)));
    if (steps.some((step) => 'then' in step)) await publish(droppoint, ids['another point'], 'exists');
    // The next case begins with the next number.
    last += BigInt(isShipped ? 1 : count);
  }
  expect(await sendAnother(shop)).toBe(last + 1n);
});

const STATUSES = { pending: 'fulfilled', shipped: 'shipped', delivered: 'delivered' };

test('Pushed events move a fulfilment as in every engine', async ({ shop, medusa }) => {
  let last = await sendAnother(shop);
  for (const { title, events, early = 0, state, fulfilment } of PUSHES) {
    const id = await placeLargeOrder(shop);
    last += 1n;
    if (early === 0) {
      await shop.ship(id);
      expect(await shop.findParcels(id)).toEqual([String(last)]);
    }
    for (const [at, [code, hour]] of events.entries()) {
      expect(await push(medusa, eventOf(String(last), code, hour))).toBe(200);
      if (at + 1 === early) expect((await shop.ship(id)).status).toBe(200);
    }
    const [, , total] = await shop.readState(id);
    await expect
      .poll(async () => {
        const [status, known, sum] = await shop.readState(id);
        // The sandbox may have pushed that the parcel was registered.
        return [status, known === 'registered' ? null : known, sum];
      }, title)
      .toEqual([STATUSES[fulfilment], state, total]);
  }
});
