import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import {
  advanceDay,
  arrangePayment,
  fillBasket,
  findOrder,
  shipOrder,
  pay,
  placeOrder,
  pointsNear,
  setPoint,
} from './checkout.ts';
import { Client } from './client.ts';
import { test, type Vendure } from './vendure.ts';

let polish: string[];
test.beforeAll(async ({ droppoint, vendure: _ }) => {
  polish = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=5');
});

const countShipmentRequests = (droppoint: { countPlatformRequests(path: string): Promise<number> }) =>
  droppoint.countPlatformRequests(
    '/shipping/v2/organizations/5f0c2f10-0000-4000-8000-000000000001/shipments',
  );

const stateOf = async (staff: Client, orderId: string) => {
  const { state, fulfillments } = await findOrder(staff, orderId);
  return [state, fulfillments[0].state, fulfillments[0].customFields.droppointState];
};

/** Pushes an event as the carrier does. */
async function push(vendure: Vendure, event: object, secret = 'signed-by-the-carrier'): Promise<number> {
  const body = JSON.stringify(event);
  const answer = await fetch(`${vendure.origin}/droppoint/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-carrier-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
    body,
  });
  return answer.status;
}

/** Creates an event later than any that the sandbox pushes. */
const eventOf = (trackingNumber: string, eventCode: string, hour: number) => ({
  trackingNumber,
  eventCode,
  eventId: `${randomUUID()}#${eventCode}`,
  timestamp: `2036-11-26T${String(hour).padStart(2, '0')}:00:00.123456789Z`,
});

test.describe('Fulfilment', () => {
  test('Fulfilment: it creates a parcel with a label that staff can print', async ({
    shopper,
    staff,
    vendure,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    const fulfillment = await shipOrder(staff, id);
    expect(fulfillment).toMatchObject({
      state: 'Pending',
      method: 'Pick-up point',
      trackingCode: expect.stringMatching(/^\d{24}$/),
    });
    const label = await staff.get(`/droppoint/labels/${fulfillment.trackingCode}`);
    expect([label.status, label.headers.get('content-type'), label.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    const bytes = Buffer.from(await label.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const folder = `${vendure.folder}/data/assets/droppoint`;
    expect(readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`).equals(bytes))).toContain(
      true,
    );
    expect(
      (await new Client(`${vendure.origin}/admin-api`).get(`/droppoint/labels/${fulfillment.trackingCode}`))
        .status,
    ).toBe(403);
    expect((await staff.get('/droppoint/labels/690000000000000000000000')).status).toBe(404);
  });

  test('Fulfilment: a refusal names the fields that the carrier refused', async ({ shopper, staff }) => {
    await fillBasket(shopper, {
      address: {
        fullName: 'Oskar Lis',
        streetLine1: 'Rynek 1',
        city: 'Kraków',
        postalCode: '1',
        countryCode: 'PL',
        phoneNumber: '',
      },
    });
    await setPoint(shopper, polish[0]!);
    await arrangePayment(shopper);
    const { id } = await pay(shopper);
    expect(await shipOrder(staff, id)).toMatchObject({
      __typename: 'CreateFulfillmentError',
      fulfillmentHandlerError: 'The carrier refuses recipient.phone: required.',
    });
  });

  test('Fulfilment: the parcel is created once even if the answer was lost', async ({
    shopper,
    staff,
    droppoint,
  }) => {
    const send = async () => {
      const order = await placeOrder(new Client(shopper.address), polish[0]!);
      return String((await shipOrder(staff, order.id)).trackingCode);
    };
    const before = await send();
    const { id } = await placeOrder(shopper, polish[0]!);
    // The parcel is created, but every answer is cut off, including those to retries.
    await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], times: 4 }]);
    const lost = await shipOrder(staff, id);
    expect(lost.fulfillmentHandlerError).toMatch(
      /It isn't known whether .* Try again: it will only be done once\./,
    );
    const { trackingCode } = await shipOrder(staff, id);
    // The carrier numbers parcels consecutively: no other parcel was created in between.
    const numbers = [before, trackingCode, await send()].map(BigInt);
    expect(numbers).toEqual([0n, 1n, 2n].map((more) => numbers[0]! + more));
  });

  test('Fulfilment: after a cancellation, a new one creates another parcel', async ({ shopper, staff }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    const first = await shipOrder(staff, id);
    await staff.request(
      'mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Cancelled") { __typename } }',
      {
        id: first.id,
      },
    );
    const second = await shipOrder(staff, id);
    expect(second.trackingCode).toMatch(/^\d{24}$/);
    expect(second.trackingCode).not.toBe(first.trackingCode);
  });

  test('Fulfilment: it fails while the platform is down and succeeds afterwards', async ({
    shopper,
    staff,
    droppoint,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
    expect(await shipOrder(staff, id)).toMatchObject({ errorCode: 'CREATE_FULFILLMENT_ERROR' });
    expect(await countShipmentRequests(droppoint)).toBeGreaterThan(0);
    await droppoint.setFaults([]);
    expect(await shipOrder(staff, id)).toMatchObject({ state: 'Pending' });
  });

  test('Fulfilment: if the label isn’t available yet, it is fetched when it is printed', async ({
    shopper,
    staff,
    droppoint,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    // The fault may also hit the creation of the shipment.
    await droppoint.setFaults([{ kind: 'answer', status: 406, routes: ['shipments'], share: 0.5 }]);
    let made = await shipOrder(staff, id);
    if (made.trackingCode === undefined) made = await shipOrder(staff, id);
    await droppoint.setFaults([]);
    expect(made).toMatchObject({ state: 'Pending' });
    expect((await staff.get(`/droppoint/labels/${made.trackingCode}`)).status).toBe(200);
  });

  test('Fulfilment: it is refused for an order without a point', async ({ shopper, staff }) => {
    await fillBasket(shopper, { method: 'to-your-home' });
    await arrangePayment(shopper);
    const { id } = await pay(shopper);
    expect((await shipOrder(staff, id)).fulfillmentHandlerError).toBe(
      'The order has no pick-up point. Choose one first.',
    );
  });
});

test.describe('Parcel events', () => {
  test('Parcel events: the sandbox’s own events update the order', async ({ shopper, staff, droppoint }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    await shipOrder(staff, id);
    expect((await stateOf(staff, id)).slice(0, 2)).toEqual(['PaymentSettled', 'Pending']);
    const seen = new Set<string>();
    for (let day = 0; day < 8; day++) {
      await advanceDay(droppoint.platform);
      await expect.poll(async () => seen.add(String((await stateOf(staff, id))[0])).size > 0).toBe(true);
      await new Promise((done) => setTimeout(done, 300));
      if ((await stateOf(staff, id))[0] === 'Delivered') break;
    }
    expect(await stateOf(staff, id)).toEqual(['Delivered', 'Delivered', 'delivered']);
    expect([...seen]).toContain('Shipped');
  });

  test('Parcel events: each counts once, in the order in which it happened', async ({
    shopper,
    staff,
    vendure,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    const { trackingCode } = await shipOrder(staff, id);
    const onItsWay = eventOf(trackingCode, 'MMD.1001', 8);
    expect(await push(vendure, onItsWay)).toBe(200);
    expect(await push(vendure, onItsWay)).toBe(200);
    expect(await stateOf(staff, id)).toEqual(['Shipped', 'Shipped', 'on_its_way']);
    expect(await push(vendure, eventOf(trackingCode, 'EOL.1001', 12))).toBe(200);
    expect(await push(vendure, eventOf(trackingCode, 'LMD.1005', 10))).toBe(200);
    expect(await stateOf(staff, id)).toEqual(['Delivered', 'Delivered', 'delivered']);
    const { history } = await findOrder(staff, id);
    const moves = history.items.filter(
      ({ type }: { type: string }) => type === 'ORDER_FULFILLMENT_TRANSITION',
    );
    expect(moves).toHaveLength(3);
  });

  test('Parcel events: other parcels and notes are answered 200, and unsigned events are refused', async ({
    vendure,
    shopper,
    staff,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    const { trackingCode } = await shipOrder(staff, id);
    expect(await push(vendure, eventOf('690000000000000000000000', 'EOL.1001', 8))).toBe(200);
    expect(await push(vendure, eventOf(trackingCode, 'INF.1001', 8))).toBe(200);
    expect(await push(vendure, { ...eventOf(trackingCode, 'EOL.1001', 8), timestamp: 'yesterday' })).toBe(
      200,
    );
    expect(await push(vendure, eventOf(trackingCode, 'EOL.1001', 8), 'someone-else')).toBe(401);
    expect(await push(vendure, { hello: 1 })).toBe(400);
    expect(await push(vendure, { ...eventOf(trackingCode, 'EOL.1001', 8), more: 'x'.repeat(300_000) })).toBe(
      401,
    );
    // The sandbox may have pushed that the parcel was registered.
    expect((await stateOf(staff, id)).slice(0, 2)).toEqual(['PaymentSettled', 'Pending']);
  });
});
