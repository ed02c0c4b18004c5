import { expect } from '@playwright/test';
import {
  createReturnDocument,
  orderDocument,
  parcelsDocument,
  setPointDocument,
} from '../dashboard/documents.ts';
import { findOrder, shipOrder, placeOrder, pointsNear, recheck } from './checkout.ts';
import { Client, type Answer } from './client.ts';
import { test } from './vendure.ts';

let polish: string[];
test.beforeAll(async ({ droppoint, vendure: _ }) => {
  polish = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=20');
});

/** The queries of the block in the dashboard. */
const setPointOf = async (staff: Client, orderId: string, id: string): Promise<Answer> =>
  (await staff.request(setPointDocument, { orderId, id })).setPickupPointOfOrder;
const parcelsOf = async (staff: Client, orderId: string): Promise<Answer> =>
  (await staff.request(parcelsDocument, { orderId })).pickupParcels;
const returnOf = async (staff: Client, orderId: string): Promise<Answer> =>
  (await staff.request(createReturnDocument, { orderId })).createPickupReturn;

test.describe('Staff', () => {
  test('Staff: changing the point of a paid order keeps its price', async ({ shopper, staff }) => {
    const { id, totalWithTax } = await placeOrder(shopper, polish[0]!);
    expect(await setPointOf(staff, id, polish[1]!)).toEqual({ id });
    const changed = await findOrder(staff, id);
    expect(changed).toMatchObject({ totalWithTax, shippingAddress: { countryCode: 'PL' } });
    expect([changed.shippingAddress.company, changed.shippingAddress.streetLine2]).toContain(polish[1]);
    const { customFields, history, billingAddress } = changed;
    const block = await staff.request(orderDocument, { id });
    expect(block.order.customFields.pickupPoint.id).toBe(polish[1]);
    expect(block.droppointOrigin).toMatch(/^http/);
    expect(customFields.pickupPoint.id).toBe(polish[1]);
    expect(billingAddress.streetLine1).toBe('Rynek 1');
    const notes = history.items.filter(({ type }: Answer) => type === 'ORDER_NOTE');
    expect(notes.map(({ data }: Answer) => data.note)).toEqual([
      `Pick-up point: ${polish[0]} → ${polish[1]}`,
    ]);
  });

  test('Staff: they can’t choose a point that doesn’t exist, or change it while a parcel is on its way', async ({
    shopper,
    staff,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    const refused = await setPointOf(staff, id, 'PL_NO_SUCH_POINT');
    expect(refused).toMatchObject({ problem: expect.stringMatching(/gone|mistyped/) });
    expect(refused.alternatives.length).toBeGreaterThan(0);
    await shipOrder(staff, id);
    expect(await setPointOf(staff, id, polish[1]!)).toMatchObject({ problem: 'parcel' });
    expect((await findOrder(staff, id)).customFields.pickupPoint.id).toBe(polish[0]);
  });

  test('Staff: they see a parcel’s events, or why these can’t be loaded', async ({
    shopper,
    staff,
    droppoint,
  }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    expect(await parcelsOf(staff, id)).toEqual({ items: [] });
    const { trackingCode } = await shipOrder(staff, id);
    const { items } = await parcelsOf(staff, id);
    expect(items).toEqual([
      {
        trackingNumber: trackingCode,
        state: 'registered',
        labelPath: `/droppoint/labels/${trackingCode}`,
        events: [{ code: 'CRE.1001', time: expect.any(String), place: null }],
      },
    ]);
    await droppoint.setFaults([{ kind: 'answer', status: 403, routes: ['tracking'] }]);
    expect(await parcelsOf(staff, id)).toEqual({ message: expect.stringMatching(/^[A-Z]\w* \w/) });
  });

  test('Staff: a return is created only once', async ({ shopper, staff, droppoint }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['returns'] }]);
    expect(await returnOf(staff, id)).toEqual({ message: expect.stringMatching(/^[A-Z]\w* \w/) });
    await droppoint.setFaults([]);
    const [made, atOnce] = await Promise.all([returnOf(staff, id), returnOf(staff, id)]);
    expect(atOnce).toEqual(made);
    expect(made).toEqual({
      trackingNumber: expect.stringMatching(/^\d{24}$/),
      dropOffCode: expect.stringMatching(/^\d{9}$/),
    });
    expect(await returnOf(staff, id)).toEqual(made);
    expect((await findOrder(staff, id)).customFields.pickupReturn).toEqual(made);
  });

  test('Staff: only they may use these queries', async ({ shopper, staff }) => {
    const { id } = await placeOrder(shopper, polish[0]!);
    const anyone = new Client(staff.address);
    for (const request of [
      parcelsOf,
      returnOf,
      (client: Client, order: string) => setPointOf(client, order, polish[1]!),
    ])
      await expect(request(anyone, id)).rejects.toThrow(/FORBIDDEN/);
  });
});

test.describe('Nightly check', () => {
  test('Nightly check: it fills in data that was unknown when an order was placed', async ({
    shopper,
    staff,
    vendure,
  }) => {
    vendure.door.isClosed = true;
    const { id } = await placeOrder(shopper, polish[0]!);
    expect((await findOrder(staff, id)).shippingAddress.city).toBe('Kraków');
    vendure.door.isClosed = false;
    await recheck(staff);
    await expect.poll(async () => (await findOrder(staff, id)).customFields.pickupPointProblem).toBeNull();
    const { customFields, shippingAddress, billingAddress } = await findOrder(staff, id);
    expect(customFields.pickupPoint.lines.length).toBeGreaterThan(1);
    expect(shippingAddress).toMatchObject({ city: 'Warszawa', fullName: 'Oskar Lis' });
    expect(billingAddress?.streetLine1).toBe('Rynek 1');
  });
});

test('Plugin costs are printed', async ({ vendure }) => {
  const cost = await vendure.measure(polish);
  console.log(JSON.stringify(cost));
  expect(cost.recheck).toEqual({ checked: 1_000, marked: 0, unchecked: 0 });
});
