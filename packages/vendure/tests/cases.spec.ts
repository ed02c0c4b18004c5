import { expect } from '@playwright/test';
import { COMPLETIONS, FULFILMENTS, PUSHES, type Completion } from '../../../tests/unit/shop-engine/cases.ts';
import { setPointDocument } from '../dashboard/documents.ts';
import {
  arrangePayment,
  cancelFulfilment,
  enterAddress,
  fillBasket,
  findOrder,
  payByWebhook,
  placeOrder,
  pointsNear,
  publish,
  setMethod,
  setPoint,
  shipOrder,
} from './checkout.ts';
import { Client, type Answer } from './client.ts';
import { eventOf, push } from './push.ts';
import { test } from './vendure.ts';

type Step = Completion['steps'][number];

let ids: Readonly<Record<'a point' | 'another point' | 'a forged id' | 'no id' | 'a point abroad', string>>;
test.beforeAll(async ({ droppoint, vendure: _ }) => {
  const polish = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=7');
  const [german] = await pointsNear(droppoint.origin, 'city=Berlin&country=DE&limit=1');
  ids = {
    'a point': polish[5]!,
    'another point': polish[6]!,
    'a forged id': 'PL_NO_SUCH_POINT',
    'no id': '<b>PL</b>',
    'a point abroad': german!,
  };
});

/** A checkout that goes through the steps of a case until the world changes. */
class Checkout {
  readonly shopper: Client;
  readonly #steps: Step[];
  #id = '';

  constructor(
    readonly completion: Completion,
    address: string,
  ) {
    this.shopper = new Client(address);
    this.#steps = [...completion.steps];
  }

  /** @returns the change of the world that comes next; null at the end */
  async proceed(): Promise<string | null> {
    if (this.#id === '') this.#id = (await fillBasket(this.shopper)).id;
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift())
      if (step === 'deliver it home') await setMethod(this.shopper, 'to-your-home');
      else if (step === 'enter my address') await enterAddress(this.shopper);
      else if ('choose' in step) await setPoint(this.shopper, ids[step.choose]);
      else return step.then;
    return null;
  }

  async complete(staff: Client): Promise<void> {
    const { expected, isPaid, title } = this.completion;
    const answer = isPaid ? (await payByWebhook(staff, this.#id), null) : await arrangePayment(this.shopper);
    const { customFields, shippingAddress } = await findOrder(staff, this.#id);
    const { pickupPoint, pickupPointProblem: problem, pickupPointAlternatives } = customFields;
    const isHeld = problem !== null && problem !== 'unchecked';
    const isPoints =
      pickupPoint.id !== null &&
      [shippingAddress.company, shippingAddress.streetLine2].includes(pickupPoint.id);
    expect(
      {
        action: (answer as Answer | null)?.transitionError ? 'refuse' : isHeld ? 'hold' : 'accept',
        problem,
        point: pickupPoint.id,
        delivery: isPoints ? 'the point’s' : 'the customer’s',
        hasAlternatives: (pickupPointAlternatives ?? []).length > 0,
      },
      title,
    ).toEqual({
      hasAlternatives: false,
      ...expected,
      point: expected.point && ids[expected.point],
    });
    if (!isPoints) expect(shippingAddress.streetLine1, title).toBe('Rynek 1');
  }
}

test('At completion, an order is accepted, refused or held as in every engine', async ({
  shopper,
  staff,
  droppoint,
  vendure,
}) => {
  const waiting = new Map<string, Checkout[]>();
  for (const completion of COMPLETIONS) {
    const checkout = new Checkout(completion, shopper.address);
    const change = await checkout.proceed();
    if (change === null) await checkout.complete(staff);
    else waiting.set(change, [...(waiting.get(change) ?? []), checkout]);
  }
  vendure.door.isClosed = true;
  for (const checkout of waiting.get('Droppoint goes away')!) {
    expect(await checkout.proceed()).toBeNull();
    await checkout.complete(staff);
  }
  vendure.door.isClosed = false;
  await publish(droppoint, ids['a point'], 'gone');
  for (const checkout of waiting.get('the point closes')!) {
    expect(await checkout.proceed()).toBeNull();
    await checkout.complete(staff);
  }
  await publish(droppoint, ids['a point'], 'exists');
});

/** Places an order of four pieces in one line, and sends some of them. */
const placeLargeOrder = (shopper: Client): Promise<Answer> =>
  placeOrder(new Client(shopper.address), ids['another point'], { quantity: 4 });

/** Sends a parcel. The carrier numbers parcels consecutively. @returns its number */
async function sendAnother(shopper: Client, staff: Client): Promise<bigint> {
  const { id } = await placeLargeOrder(shopper);
  return BigInt((await shipOrder(staff, id)).trackingCode);
}

test('Fulfilments get parcels as in every engine', async ({ shopper, staff, droppoint, vendure }) => {
  let last = await sendAnother(shopper, staff);
  for (const { title, steps, parcels, count } of FULFILMENTS) {
    const { id } = await placeLargeOrder(shopper);
    const made: Answer[] = [];
    for (const step of steps)
      if ('cancel' in step) await cancelFulfilment(staff, made[step.cancel].id);
      else if ('moves' in step) await push(vendure, eventOf(made[step.moves].trackingCode, 'MMD.1001', 8));
      else if ('staff' in step) {
        const values = { orderId: id, id: ids['a point'] };
        const { setPickupPointOfOrder: moved } = await staff.request(setPointDocument, values);
        expect(moved.problem ?? null, title).toBe(step.staff === 'moves the order' ? null : 'parcel');
      } else {
        const pieces = Object.values(step.send).reduce((one, other) => one + other);
        const isLost = step.answer === 'lost';
        // The parcel is created, but every answer is cut off, including those to retries.
        if (isLost) await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], times: 4 }]);
        const answer = await shipOrder(staff, id, { pieces });
        if (isLost) expect(answer.fulfillmentHandlerError).toMatch(/Try again: it will only be done once\./);
        else if (step.answer === 'refused')
          expect(answer.fulfillmentHandlerError).toMatch(/they are in it\.$/);
        else made.push(answer);
        if (step.then === 'the point closes') await publish(droppoint, ids['another point'], 'gone');
      }
    const numbers = made.map(({ trackingCode }) => String(BigInt(trackingCode) - last - 1n));
    expect(numbers, title).toEqual(parcels.map((letter) => String(letter.charCodeAt(0) - 65)));
    if (steps.some((step) => 'then' in step)) await publish(droppoint, ids['another point'], 'exists');
    const next = await sendAnother(shopper, staff);
    expect(next - last - 1n, title).toBe(BigInt(count));
    last = next;
  }
});

test('Pushed events move a fulfilment as in every engine', async ({ shopper, staff, vendure }) => {
  let last = await sendAnother(shopper, staff);
  for (const { title, events, early = 0, state, fulfilment } of PUSHES) {
    const { id } = await placeLargeOrder(shopper);
    last += 1n;
    const trackingNumber = String(last);
    if (early === 0) await shipOrder(staff, id);
    for (const [at, [code, hour]] of events.entries()) {
      expect(await push(vendure, eventOf(trackingNumber, code, hour))).toBe(200);
      if (at + 1 === early)
        expect(await shipOrder(staff, id)).toMatchObject({ trackingCode: trackingNumber });
    }
    await expect
      .poll(async () => {
        const [made] = (await findOrder(staff, id)).fulfillments;
        // The sandbox may have pushed that the parcel was registered.
        const { droppointState } = made.customFields;
        return [made.state, droppointState === 'registered' ? null : droppointState];
      }, title)
      .toEqual([fulfilment[0]!.toUpperCase() + fulfilment.slice(1), state]);
  }
});
