import { expect, it } from 'vitest';
import { toParcelDelivery, type Delivery } from '../../../packages/shop-engine/index.ts';
import { stateOfEvent } from '#platform/parcel-state.ts';
import { CATALOGUE } from '../parcel/catalogue.ts';

const DELIVERY: Delivery = {
  trackingNumber: '690000000000000000001042',
  trackingUrl: 'https://points.example/parcel#690000000000000000001042',
  carrier: 'The carrier',
  merchant: 'Kiln & Kettle',
  orderNumber: 'K1',
  items: ['Teapot', 'Two cups'],
  address: {
    company: 'Kiosk',
    streetLine1: 'Sportowa 1',
    streetLine2: 'PL_WAR197M',
    postalCode: '00-001',
    city: 'Warszawa',
    countryCode: 'PL',
  },
  expectedUntil: new Date('2026-11-30T22:00:00Z'),
  state: 'ready',
};

/** Fields that the mail programs' documentation of this markup requires. */
const REQUIRED = `@context @type carrier.name deliveryAddress.name deliveryAddress.streetAddress deliveryAddress.addressLocality
  deliveryAddress.addressRegion deliveryAddress.addressCountry deliveryAddress.postalCode expectedArrivalUntil
  itemShipped.0.name partOfOrder.orderNumber partOfOrder.merchant.name`;

const read = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (inner as Record<string, unknown>)?.[name], value);

it('The markup of a parcel has every required field, and says where it can be collected', () => {
  const markup = toParcelDelivery(DELIVERY);
  for (const path of REQUIRED.split(/\s+/)) expect(read(markup, path), path).toEqual(expect.any(String));
  expect(markup).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ParcelDelivery',
    trackingNumber: '690000000000000000001042',
    trackingUrl: 'https://points.example/parcel#690000000000000000001042',
    carrier: { '@type': 'Organization', name: 'The carrier' },
    deliveryAddress: {
      '@type': 'PostalAddress',
      name: 'Kiosk',
      streetAddress: 'Sportowa 1, PL_WAR197M',
      addressLocality: 'Warszawa',
      addressRegion: '',
      addressCountry: 'PL',
      postalCode: '00-001',
    },
    expectedArrivalUntil: '2026-11-30T22:00:00.000Z',
    itemShipped: [
      { '@type': 'Product', name: 'Teapot' },
      { '@type': 'Product', name: 'Two cups' },
    ],
    partOfOrder: {
      '@type': 'Order',
      orderNumber: 'K1',
      merchant: { '@type': 'Organization', name: 'Kiln & Kettle' },
      orderStatus: 'https://schema.org/OrderPickupAvailable',
    },
  });
});

it('The markup of a parcel has a status of schema.org’s in every state', () => {
  const states = new Set([null, ...CATALOGUE.map(({ code }) => stateOfEvent(code))]);
  expect(states.size).toBe(9);
  for (const state of states)
    expect(toParcelDelivery({ ...DELIVERY, state }).partOfOrder.orderStatus).toMatch(
      /^https:\/\/schema\.org\/Order(Processing|InTransit|PickupAvailable|Delivered|Problem|Cancelled|Returned)$/,
    );
});

it('The markup of a parcel isn’t written without an item, and an address without a name has its street', () => {
  expect(() => toParcelDelivery({ ...DELIVERY, items: [] })).toThrow(
    new RangeError('A delivery needs the name of at least one item.'),
  );
  const address = { ...DELIVERY.address, company: '', streetLine2: '' };
  expect(toParcelDelivery({ ...DELIVERY, address }).deliveryAddress).toMatchObject({
    name: 'Sportowa 1',
    streetAddress: 'Sportowa 1',
  });
});
