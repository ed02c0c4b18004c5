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
import { Client, type Answer } from './client.ts';
import { eventOf, push } from './push.ts';
import { test } from './vendure.ts';

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
    for (let day = 0; day < 8; day++) await advanceDay(droppoint.platform);
    await expect.poll(() => stateOf(staff, id)).toEqual(['Delivered', 'Delivered', 'delivered']);
    const { history } = await findOrder(staff, id);
    expect(
      history.items.flatMap(({ type, data }: Answer) =>
        type === 'ORDER_FULFILLMENT_TRANSITION' ? [data.to] : [],
      ),
    ).toEqual(['Pending', 'Shipped', 'Delivered']);
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
