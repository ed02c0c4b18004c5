import { expect } from '@playwright/test';
import {
  activeOrder,
  arrangePayment,
  fillBasket,
  findOrder,
  HOME,
  methodsOf,
  pay,
  pointsNear,
  setPoint,
} from './checkout.ts';
import { Client } from './client.ts';
import { test } from './vendure.ts';

let polish: string[];
test.beforeAll(async ({ droppoint, vendure: _ }) => {
  polish = await pointsNear(droppoint.origin, 'city=Warszawa&country=PL&limit=5');
  expect(polish.length).toBe(5);
});

test.describe('Shipping method', () => {
  test('Shipping method: its metadata has the points for the storefront to offer', async ({
    shopper,
    vendure,
  }) => {
    await fillBasket(shopper);
    const methods = await methodsOf(shopper);
    expect(
      methods.map(({ code, priceWithTax, metadata }) => [code, priceWithTax, metadata?.droppoint]),
    ).toEqual([
      ['pickup-point', 480, { origin: vendure.door.origin, countries: ['AD', 'CZ', 'PL'], types: [] }],
      ['to-your-home', expect.any(Number), undefined],
    ]);
  });

  test('Shipping method: it isn’t offered for a basket that is too heavy', async ({ shopper }) => {
    await fillBasket(shopper, { sku: 'ANVIL', method: 'to-your-home' });
    expect((await methodsOf(shopper)).map(({ code }) => code)).toEqual(['to-your-home']);
  });
});

test.describe('Chosen point', () => {
  test('Chosen point: it is stored with its details and becomes the delivery address', async ({
    shopper,
  }) => {
    await fillBasket(shopper);
    const order = await setPoint(shopper, polish[0]!);
    const { pickupPoint, pickupPointProblem } = order.customFields;
    expect(pickupPoint).toMatchObject({ id: polish[0], latitude: expect.any(Number) });
    expect(pickupPoint.lines.length).toBeGreaterThan(1);
    expect(pickupPointProblem).toBeNull();
    expect(order.shippingAddress).toMatchObject({
      fullName: 'Oskar Lis',
      phoneNumber: HOME.phoneNumber,
      city: 'Warszawa',
      countryCode: 'PL',
    });
    expect([order.shippingAddress.company, order.shippingAddress.streetLine2]).toContain(polish[0]);
    expect(order.billingAddress).toEqual({ streetLine1: 'Rynek 1', city: 'Kraków', countryCode: 'PL' });
    const paid = await arrangePayment(shopper).then(() => pay(shopper));
    expect(paid).toMatchObject({ state: 'PaymentSettled', customFields: { pickupPoint: { id: polish[0] } } });
    expect(paid.shippingAddress).toEqual(order.shippingAddress);
  });

  test('Chosen point: the shopper can change it, and the billing address stays the customer’s', async ({
    shopper,
  }) => {
    await fillBasket(shopper);
    await setPoint(shopper, polish[0]!);
    const order = await setPoint(shopper, polish[1]!);
    expect(order.customFields.pickupPoint.id).toBe(polish[1]);
    expect([order.shippingAddress.company, order.shippingAddress.streetLine2]).toContain(polish[1]);
    expect(order.billingAddress.streetLine1).toBe('Rynek 1');
  });

  test('Chosen point: the shopper can remove it', async ({ shopper }) => {
    await fillBasket(shopper);
    await setPoint(shopper, polish[0]!);
    const { removePickupPoint } = await shopper.request(
      'mutation { removePickupPoint { ... on Order { shippingAddress { city } customFields { pickupPoint { id } } } } }',
    );
    expect(removePickupPoint).toEqual({
      shippingAddress: { city: 'Kraków' },
      customFields: { pickupPoint: { id: null } },
    });
  });

  for (const [what, id, problem] of [
    ['forged', 'PL_NO_SUCH_POINT', /gone|mistyped/],
    ['markup', '<b>PL</b>', /mistyped|gone/],
    ['a lone surrogate', '\ud800', /refused/],
    ['empty', '', /refused/],
  ] as const)
    test(`Chosen point: an id that is ${what} is refused`, async ({ shopper }) => {
      await fillBasket(shopper);
      expect(await setPoint(shopper, id)).toMatchObject({
        __typename: 'PickupPointError',
        errorCode: 'PICKUP_POINT_ERROR',
        problem: expect.stringMatching(problem),
      });
      expect((await activeOrder(shopper)).customFields.pickupPoint.id).toBeNull();
    });

  test('Chosen point: a point in a country that the method doesn’t serve is refused', async ({
    shopper,
    droppoint,
  }) => {
    const [german] = await pointsNear(droppoint.origin, 'city=Berlin&country=DE&limit=1');
    await fillBasket(shopper);
    expect(await setPoint(shopper, german!)).toMatchObject({
      problem: 'country',
      message: 'The shop doesn’t deliver to this point.',
    });
  });

  test('Chosen point: a client can’t write it into the order directly', async ({ shopper }) => {
    await fillBasket(shopper);
    await expect(
      shopper.request(
        'mutation { setOrderCustomFields(input: { customFields: { pickupPoint: { id: "PL_1" } } }) { __typename } }',
      ),
    ).rejects.toThrow(/customFields|OrderCustomFields|UpdateOrderInput/);
  });

  test('Chosen point: it can’t be set without an order, or changed during payment', async ({
    shopper,
    vendure,
  }) => {
    expect(await setPoint(new Client(`${vendure.origin}/shop-api`), polish[0]!)).toMatchObject({
      __typename: 'NoActiveOrderError',
    });
    await fillBasket(shopper);
    await setPoint(shopper, polish[0]!);
    await arrangePayment(shopper);
    expect(await setPoint(shopper, polish[1]!)).toMatchObject({ __typename: 'OrderModificationError' });
    expect((await activeOrder(shopper)).customFields.pickupPoint.id).toBe(polish[0]);
  });
});

test.describe('Payment', () => {
  test('Payment: it is refused without a point', async ({ shopper }) => {
    await fillBasket(shopper);
    expect(await arrangePayment(shopper)).toMatchObject({
      __typename: 'OrderStateTransitionError',
      transitionError: 'Please choose a pick-up point.',
    });
    expect(await activeOrder(shopper)).toMatchObject({
      state: 'AddingItems',
      customFields: { pickupPointProblem: 'missing' },
    });
  });

  test('Payment: it is accepted while Droppoint is down, and the order is marked', async ({
    shopper,
    staff,
    vendure,
  }) => {
    await fillBasket(shopper);
    vendure.door.isClosed = true;
    expect(await setPoint(shopper, '<b>garbage</b>')).toMatchObject({ problem: 'mistyped' });
    expect(await setPoint(shopper, 'DE_BER001A')).toMatchObject({ problem: 'country' });
    const order = await setPoint(shopper, polish[0]!);
    expect(order.customFields).toMatchObject({
      pickupPoint: { id: polish[0], lines: [polish[0]] },
      pickupPointProblem: 'unchecked',
    });
    expect(order.shippingAddress.city).toBe('Kraków');
    expect(await arrangePayment(shopper)).toMatchObject({ state: 'ArrangingPayment' });
    expect(await pay(shopper)).toMatchObject({ state: 'PaymentSettled' });
    expect((await findOrder(staff, order.id)).customFields.pickupPointProblem).toBe('unchecked');
  });
});
