import { describe, expect, it } from 'vitest';
import { checkBody, findFieldErrors } from '#platform/check-body.ts';
import { pickupSchema } from '#platform/pickups.ts';
import { returnSchema } from '#platform/returns.ts';
import { shipmentSchema } from '#platform/shipping.ts';
import { makePickup, makeReturn, makeShipment } from '../../sandbox/carrier-client.ts';

const BODIES = {
  shipment: { schema: shipmentSchema, sound: { ...makeShipment('PL_TST01X'), enableDropOffCode: false } },
  return: {
    schema: returnSchema,
    sound: {
      ...makeReturn(),
      expirationDate: '2026-12-20T12:00:00Z',
      parcels: [{ weight: { amount: '2.50', unit: 'KG' } }],
    },
  },
  pickup: { schema: pickupSchema, sound: makePickup(Date.parse('2026-11-26T10:00:00Z')) },
};

/** A copy of a body with another value at a dotted path. */
function change(body: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(body);
  const keys = path.split('.');
  const last = keys.pop()!;
  const holder = keys.reduce<Record<string, unknown>>(
    (inner, key) => (inner[key] ??= {}) as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  holder[last] = value;
  return copy;
}

const LONG = 'a'.repeat(101);
const HUNDRED_PARCELS = Array.from({ length: 100 }, () => ({
  type: 'STANDARD',
  weight: { amount: 1, unit: 'KG' },
}));
const LITRES = { amount: 40, unit: 'L' };

describe.each(Object.entries(BODIES))('Body of a %s', (_, { schema, sound }) => {
  it('the tests’ own body is valid', () => {
    expect(findFieldErrors(schema, sound)).toEqual([]);
  });
});

it.each<[body: keyof typeof BODIES, path: string, values: readonly unknown[]]>([
  ['shipment', 'origin.countryCode', ['PL', 'DE']],
  ['shipment', 'recipient.email', ['a@b', 'first.last+tag@mail.example']],
  ['shipment', 'recipient.phone', ['48500000101', '+48 500-000 (101)', '12345']],
  ['shipment', 'recipient.companyName', ['Fern', undefined]],
  ['shipment', 'recipient.languageCode', ['pl', 'pt-PT']],
  ['shipment', 'origin.houseNumber', ['7A/2', undefined]],
  [
    'shipment',
    'parcels.0.dimensions',
    [
      undefined,
      { length: 1, width: 1, height: 2, unit: 'MM' },
      { length: 0.5, width: 1, height: 2, unit: 'M' },
    ],
  ],
  ['shipment', 'parcels.0.weight', [{ amount: 0.25, unit: 'KG' }]],
  ['shipment', 'references', [{ custom: { order: 'FL-1' } }, { later: 1 }]],
  ['shipment', 'origin', [{ countryCode: 'PL', shippingMethod: 'HUB' }]],
  ['return', 'parcels.0.weight.amount', [2.5, '2.50', '0.01', '10', '0.5']],
  ['return', 'sender.firstName', ['Ida', undefined]],
  ['pickup', 'contactPerson.phone.prefix', ['+48', '+1', '+3512']],
  ['pickup', 'pickupTime.from', ['2026-11-26T10:00:00+01:00', '2026-11-26T10:00:00.120Z']],
  ['pickup', 'address.locationDescription', ['At the back', undefined, 'a'.repeat(255)]],
  ['pickup', 'volume', ['PARCEL', 'PALLET'].map((itemType) => ({ itemType, count: 1, totalVolume: LITRES }))],
])('A %s may have at %s: %j', (body, path, values) => {
  const { schema, sound } = BODIES[body];
  for (const value of values)
    expect([value, findFieldErrors(schema, change(sound, path, value))]).toEqual([value, []]);
});

it.each<[body: keyof typeof BODIES, path: string, code: string, values: readonly unknown[]]>([
  ['shipment', 'origin.countryCode', 'invalid', ['POL', 'P', 'pl', '1PL', 'PL ', 'xPL', 48]],
  ['shipment', 'origin.countryCode', 'required', ['', null, undefined]],
  ['shipment', 'recipient.email', 'invalid', ['a', 'a@', '@b', 'a b@c', ' a@b', 'a@b ', 'a@b@c', 'a@b c']],
  ['shipment', 'recipient.email', 'too_big', [`a@${'b'.repeat(254)}`]],
  [
    'shipment',
    'recipient.phone',
    'invalid',
    ['+48', 'call me', '500000101x', 'x500000101', '++48500000', '1'.repeat(26), 7],
  ],
  ['shipment', 'sender', 'required', [undefined]],
  ['shipment', 'recipient.phone', 'required', [undefined]],
  ['shipment', 'recipient.firstName', 'too_big', [LONG]],
  ['shipment', 'recipient.firstName', 'invalid', [7, {}]],
  ['shipment', 'recipient.companyName', 'required', ['']],
  ['shipment', 'recipient.languageCode', 'too_big', ['a'.repeat(21)]],
  ['shipment', 'origin.houseNumber', 'too_big', ['1'.repeat(21)]],
  ['shipment', 'origin.flatNumber', 'too_big', ['1'.repeat(21)]],
  ['shipment', 'origin.postalCode', 'too_big', ['1'.repeat(21)]],
  ['shipment', 'origin.street', 'required', [undefined]],
  ['shipment', 'origin.city', 'required', [undefined]],
  ['shipment', 'destination.pointId', 'required', ['']],
  ['shipment', 'parcels', 'too_small', [[]]],
  ['shipment', 'parcels', 'too_big', [HUNDRED_PARCELS]],
  ['shipment', 'parcels.0.dimensions.length', 'invalid', ['30', NaN, Infinity]],
  ['shipment', 'parcels.0.dimensions.width', 'too_small', [0, -1]],
  ['shipment', 'parcels.0.dimensions.height', 'required', [undefined]],
  ['shipment', 'parcels.0.dimensions.unit', 'invalid', ['IN', 'cm']],
  ['shipment', 'parcels.0.weight.amount', 'invalid', ['1.2']],
  ['shipment', 'parcels.0.weight.amount', 'too_small', [0]],
  ['shipment', 'parcels.0.weight.unit', 'too_big', ['GRAMS']],
  ['shipment', 'parcels.0.type', 'required', ['']],
  ['shipment', 'references.custom', 'invalid', ['order']],
  ['shipment', 'references.custom.order', 'invalid', [7]],
  ['shipment', 'enableDropOffCode', 'invalid', ['yes']],
  [
    'return',
    'parcels.0.weight.amount',
    'invalid',
    ['0', '0.0', '0.00', '00', '.5', '5.', '1e3', '-1', '1,5', '1'.repeat(10), ' 1', '1 '],
  ],
  ['return', 'parcels.0.weight.unit', 'required', [undefined]],
  ['return', 'parcels', 'too_small', [[]]],
  ['return', 'parcels', 'too_big', [[{}, {}]]],
  ['return', 'sender.email', 'required', [undefined]],
  ['return', 'expirationDate', 'invalid', ['2026-12-20', '2026-12-20T12:00:00', 'soon']],
  ['pickup', 'contactPerson.phone.prefix', 'invalid', ['48', '+', '+12345', 'x+48', '+48x']],
  ['pickup', 'contactPerson.phone.number', 'too_big', ['1'.repeat(21)]],
  ['pickup', 'pickupTime.from', 'invalid', ['2026-11-26', '2026-11-26T10:00:00', 1]],
  ['pickup', 'contactPerson.email', 'invalid', ['x']],
  ['pickup', 'volume.totalWeight', 'required', [undefined]],
  ['pickup', 'volume.count', 'too_small', [0]],
  ['pickup', 'volume.count', 'invalid', [1.5, '1']],
  ['pickup', 'address.locationDescription', 'too_big', ['a'.repeat(256)]],
])('A %s may not have at %s a value that is %s: %j', (body, path, code, values) => {
  const { schema, sound } = BODIES[body];
  for (const value of values)
    expect([value, findFieldErrors(schema, change(sound, path, value))]).toEqual([
      value,
      [{ path, codes: [code] }],
    ]);
});

it.each<[what: string, path: 'origin' | 'destination', value: unknown, fields: readonly string[]]>([
  ['a point without its country', 'destination', { pointId: 'PL_A' }, ['destination.countryCode']],
  [
    'half an address',
    'destination',
    { countryCode: 'PL', city: 'Testowo' },
    ['destination.street', 'destination.postalCode'],
  ],
  [
    'nothing',
    'destination',
    {},
    ['destination.countryCode', 'destination.street', 'destination.city', 'destination.postalCode'],
  ],
  ['a country alone', 'origin', { countryCode: 'PL' }, ['origin.street', 'origin.city', 'origin.postalCode']],
  ['a hand-in without its country', 'origin', { shippingMethod: 'APM' }, ['origin.countryCode']],
])('%s is described by the intended variant', (_, path, value, fields) => {
  const { schema, sound } = BODIES.shipment;
  const expected = fields.map((field) => ({ path: field, codes: ['required'] }));
  expect(findFieldErrors(schema, change(sound, path, value))).toEqual(expected);
});

it('A destination with an invalid point id still counts as a point', () => {
  const { schema, sound } = BODIES.shipment;
  const wrong = change(sound, 'destination', { countryCode: 'PL', pointId: 5 });
  expect(findFieldErrors(schema, wrong)).toEqual([{ path: 'destination.pointId', codes: ['invalid'] }]);
});

it('An object whose length is an object is an invalid field, not an error of zod', () => {
  const { schema, sound } = BODIES.shipment;
  const odd = { length: { toString: null } };
  for (const path of ['parcels', 'sender.firstName', 'recipient.email'])
    expect(findFieldErrors(schema, change(sound, path, odd))).toEqual([{ path, codes: ['invalid'] }]);
});

it('The message lists all mistakes in one sentence', () => {
  const { schema, sound } = BODIES.shipment;
  const wrong = change(change(sound, 'sender.email', 'x'.repeat(300)), 'recipient.lastName', undefined);
  expect(() => checkBody(schema, wrong)).toThrow(
    'It was not sent: sender.email: invalid, too_big; recipient.lastName: required.',
  );
});

it('The error names all invalid fields at once, and the body itself if it isn’t an object', () => {
  const { schema, sound } = BODIES.shipment;
  const wrong = change(change(sound, 'sender.email', 'x'), 'recipient.lastName', undefined);
  expect(findFieldErrors(schema, wrong)).toEqual([
    { path: 'sender.email', codes: ['invalid'] },
    { path: 'recipient.lastName', codes: ['required'] },
  ]);
  expect(findFieldErrors(schema, 'parcel')).toEqual([{ path: '(body)', codes: ['invalid'] }]);
  expect(findFieldErrors(schema, null)).toEqual([{ path: '(body)', codes: ['required'] }]);
});
