import { expect } from '@playwright/test';
import {
  advanceDay,
  fillBasket,
  findOrder,
  shipOrder,
  HOME,
  methodsOf,
  arrangePayment,
  pay,
  pointsNear,
  setPoint,
} from './checkout.ts';
import { test } from './vendure.ts';
import type { Client } from './client.ts';

const TOKEN = 'cz-token';

/** Creates a channel of the shop with its own currency and prices that include tax. */
async function openChannel(staff: Client): Promise<void> {
  const { zones, products, shippingMethods, paymentMethods, stockLocations } = await staff.request(
    `{ zones { items { id } } products { items { id } } shippingMethods { items { id } }
      paymentMethods { items { id } } stockLocations { items { id } } }`,
  );
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  const [zone] = idsOf(zones);
  const { createChannel } = await staff.request(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ... on Channel { id } ... on ErrorResult { message } } }',
    {
      input: {
        code: 'cz-shop',
        token: TOKEN,
        defaultLanguageCode: 'en',
        pricesIncludeTax: true,
        defaultCurrencyCode: 'CZK',
        availableCurrencyCodes: ['CZK'],
        defaultTaxZoneId: zone,
        defaultShippingZoneId: zone,
      },
    },
  );
  const channelId = createChannel.id;
  for (const [what, ids] of Object.entries({
    ShippingMethods: { shippingMethodIds: idsOf(shippingMethods) },
    PaymentMethods: { paymentMethodIds: idsOf(paymentMethods) },
    StockLocations: { stockLocationIds: idsOf(stockLocations) },
  }))
    await staff.request(
      `mutation ($input: Assign${what}ToChannelInput!) { assign${what}ToChannel(input: $input) { id } }`,
      { input: { channelId, ...ids } },
    );
  await staff.request(
    'mutation ($input: AssignProductsToChannelInput!) { assignProductsToChannel(input: $input) { id } }',
    {
      input: { channelId, productIds: idsOf(products), priceFactor: 25 },
    },
  );
}

test('An order in another channel uses that channel’s currency, price and carrier account', async ({
  shopper,
  staff,
  droppoint,
}) => {
  await openChannel(staff);
  shopper.channel = TOKEN;
  await fillBasket(shopper, { address: { ...HOME, city: 'Praha', countryCode: 'CZ', postalCode: '110 00' } });
  const methods = await methodsOf(shopper);
  expect(methods.find(({ code }) => code === 'pickup-point').priceWithTax).toBe(9900);
  const [czech] = await pointsNear(droppoint.origin, 'city=Praha&country=CZ&limit=1');
  const order = await setPoint(shopper, czech!);
  expect(order).toMatchObject({ currencyCode: 'CZK', shippingAddress: { countryCode: 'CZ' } });
  await arrangePayment(shopper);
  const { id } = await pay(shopper);
  // Staff works in the default channel.
  await droppoint.control('DELETE', '/__sandbox/requests');
  expect(await shipOrder(staff, id)).toMatchObject({ state: 'Pending' });
  expect(await droppoint.countPlatformRequests('/shipping/v2/organizations/cz-organization/shipments')).toBe(
    2,
  );
  expect((await findOrder(staff, id)).totalWithTax).toBe(order.totalWithTax);
  // The events of its parcel update the order in its channel.
  for (let day = 0; day < 8; day++) await advanceDay(droppoint.platform);
  await expect.poll(async () => (await findOrder(staff, id)).state).toBe('Delivered');
});
