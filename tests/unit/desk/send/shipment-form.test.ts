import { describe, expect, it } from 'vitest';
import type { Shipment } from '../../../../packages/platform/shipping.ts';
import { createPhoneReader } from '#contract/phone.ts';
import {
  copyParcelToForm,
  emptyShipmentForm,
  fillFromParcel,
  findShipmentErrors,
  nextShipmentForm,
  type ShipmentForm,
  toShipment,
} from '../../../../src/lib/desk/send/shipment-form.ts';
import { EMPTY_ADDRESS, EMPTY_PARTY } from '../../../../src/lib/desk/party-form.ts';
import { ADDRESS, IDA, OSKAR } from '../people.ts';

const readPhone = await createPhoneReader();
const HOME = { ...EMPTY_ADDRESS, ...ADDRESS, countryCode: 'pl' };
const PROFILE = {
  party: { ...EMPTY_PARTY, ...IDA, phone: '500 000 101' },
  address: HOME,
  handIn: 'any-point' as const,
};
const TERMS = { profile: PROFILE, readPhone };
const POINT = { id: 'PL_TST01X', name: 'TST01X', countryCode: 'PL', item: null };
const WRITTEN: ShipmentForm = {
  ...emptyShipmentForm(),
  recipient: { ...EMPTY_PARTY, ...OSKAR, firstName: ' Oskar ', phone: '500 000 202' },
  point: POINT,
  weight: '1,2',
};
const bodyOf = (change: Partial<ShipmentForm> = {}, profile = PROFILE) =>
  toShipment({ ...WRITTEN, ...change }, { profile, readPhone });
const errorsOf = (change: Partial<ShipmentForm>) =>
  findShipmentErrors({ ...WRITTEN, ...change }, bodyOf(change), TERMS).map(
    ({ path, codes }) => `${path}: ${codes.join()}`,
  );

describe('Body of a typed parcel', () => {
  it('contains all that the platform needs, and no empty fields', () => {
    expect(bodyOf()).toEqual({
      sender: IDA,
      recipient: OSKAR,
      origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
      destination: { countryCode: 'PL', pointId: 'PL_TST01X' },
      parcels: [
        {
          type: 'STANDARD',
          dimensions: { length: 64, width: 38, height: 8, unit: 'CM' },
          weight: { amount: 1.2, unit: 'KG' },
        },
      ],
    });
    expect(errorsOf({})).toEqual([]);
  });

  it('contains each piece of an order, and their errors once', () => {
    const [piece] = bodyOf().parcels;
    expect(bodyOf({ pieces: ' 3 ' }).parcels).toEqual([piece, piece, piece]);
    expect(errorsOf({ pieces: '3', weight: '' })).toEqual(errorsOf({ weight: '' }));
    for (const pieces of ['0', '1,5', 'two', '-1'])
      expect([errorsOf({ pieces }), bodyOf({ pieces }).parcels]).toEqual([['pieces: pieces'], [piece]]);
    const shipment = bodyOf({ pieces: '3' });
    expect(copyParcelToForm({ shipment, pointName: '' }).pieces).toBe('3');
    expect(nextShipmentForm({ ...WRITTEN, pieces: '3' }).pieces).toBe('');
  });

  it.each<[string, Partial<ShipmentForm>, object]>([
    ['an address', { to: 'address', address: HOME }, { destination: { countryCode: 'PL', city: 'Testowo' } }],
    [
      'a postcode without its hyphen',
      { to: 'address', address: { ...HOME, postalCode: '00950' } },
      { destination: { postalCode: '00-950' } },
    ],
    ['size C', { size: 'C' }, { parcels: [{ dimensions: { height: 41 } }] }],
    [
      'custom dimensions',
      { size: 'own', length: '30', width: '20,5', height: '8' },
      { parcels: [{ dimensions: { length: 30, width: 20.5, height: 8 } }] },
    ],
    ['a weight in grams', { weight: '350 g' }, { parcels: [{ weight: { amount: 0.35, unit: 'KG' } }] }],
    ['an order number', { reference: ' A-17 ' }, { references: { custom: { reference: 'A-17' } } }],
    [
      'an insured value',
      { cover: '500,5', currency: 'EUR' },
      { valueAddedServices: [{ id: 'additionalCover', value: '500.50', currency: 'EUR' }] },
    ],
    ['a courier', { handIn: 'address' }, { origin: { street: 'Mglista', countryCode: 'PL' } }],
    ['no printed label', { withoutLabel: true }, { enableDropOffCode: true }],
  ])('with %s', (_, change, part) => {
    expect(bodyOf(change)).toMatchObject(part);
    expect(errorsOf(change)).toEqual([]);
    // "The same again" produces the same body.
    const shipment = bodyOf(change);
    const like = copyParcelToForm({ shipment, pointName: POINT.name });
    expect(toShipment(like, TERMS)).toEqual(shipment);
  });

  it('fills the form again from a parcel of another program, as far as its fields are known', () => {
    const shipment = { ...bodyOf(), origin: undefined, valueAddedServices: [null] } as unknown as Shipment;
    shipment.parcels = [{ type: 'STANDARD', weight: { amount: 2, unit: 'LB' } }];
    expect(copyParcelToForm({ shipment, pointName: '' })).toEqual({
      ...emptyShipmentForm(),
      recipient: { ...EMPTY_PARTY, ...bodyOf().recipient },
      point: { ...POINT, name: POINT.id },
      handIn: 'any-point',
    });
  });

  it('requests no drop-off code if a courier collects the parcel, whatever was ticked before', () => {
    expect(bodyOf({ handIn: 'address', withoutLabel: true })).not.toHaveProperty('enableDropOffCode');
  });

  it.each<[string, Partial<ShipmentForm>, string[]]>([
    ['no point', { point: null }, ['destination.pointId: point']],
    ['no weight', { weight: '' }, ['parcels.0.weight.amount: required']],
    ['a weight that isn’t a number', { weight: 'heavy' }, ['parcels.0.weight.amount: number']],
    ['a weight of zero', { weight: '0' }, ['parcels.0.weight.amount: number']],
    [
      'incomplete custom dimensions',
      { size: 'own', length: '30', width: 'x' },
      ['parcels.0.dimensions.height: required', 'parcels.0.dimensions.width: number'],
    ],
    ['an insured value that isn’t a number', { cover: 'all' }, ['valueAddedServices.0.value: number']],
    [
      'a phone number that can’t exist',
      { recipient: { ...WRITTEN.recipient, phone: '12 34' } },
      ['recipient.phone: phone'],
    ],
    ['no name', { recipient: { ...WRITTEN.recipient, lastName: ' ' } }, ['recipient.lastName: required']],
    [
      'another country’s postcode',
      { to: 'address', address: { ...HOME, postalCode: '1234' } },
      ['destination.postalCode: postcode'],
    ],
    ['no street', { to: 'address', address: { ...HOME, street: '' } }, ['destination.street: required']],
  ])('has errors for %s', (_, change, errors) => {
    expect(errorsOf(change).sort()).toEqual(errors);
  });

  it('reports errors of the sender by path', () => {
    const profile = { ...PROFILE, handIn: 'address' as const, address: { ...HOME, city: '' } };
    const shipment = bodyOf({}, profile as unknown as typeof PROFILE);
    expect(findShipmentErrors(WRITTEN, shipment, TERMS)).toEqual([
      { path: 'origin.city', codes: ['required'] },
    ]);
  });
});

describe('Known recipient', () => {
  const parcel = { shipment: bodyOf({ size: 'B', weight: '2,5', reference: 'A-1' }), pointName: 'TST01X' };

  it('fills in name, contact, last point, size and weight, but not the order number', () => {
    expect(fillFromParcel(emptyShipmentForm(), parcel)).toMatchObject({
      recipient: { firstName: 'Oskar', phone: '+48500000202' },
      to: 'point',
      point: POINT,
      toAsLast: true,
      size: 'B',
      weight: '2.5',
      reference: '',
    });
  });

  it('keeps a point chosen for this parcel, but replaces that of another recipient', () => {
    const own = { ...POINT, id: 'PL_OWN' };
    expect(fillFromParcel({ ...emptyShipmentForm(), point: own }, parcel).point).toEqual(own);
    expect(fillFromParcel({ ...emptyShipmentForm(), point: own, toAsLast: true }, parcel).point).toEqual(
      POINT,
    );
  });

  it('fills in an address and custom dimensions', () => {
    const change = {
      to: 'address',
      address: HOME,
      size: 'own',
      length: '30',
      width: '20',
      height: '9',
    } as const;
    expect(fillFromParcel(emptyShipmentForm(), { shipment: bodyOf(change), pointName: '' })).toMatchObject({
      ...change,
      address: { ...HOME, countryCode: 'PL' },
      point: null,
    });
  });

  it('leaves only size, weight and hand-in for the next parcel', () => {
    const before = { ...WRITTEN, reference: 'A-1', cover: '5', size: 'B', handIn: 'address' } as const;
    expect(nextShipmentForm(before)).toEqual({
      ...emptyShipmentForm(),
      size: 'B',
      weight: '1,2',
      handIn: 'address',
    });
  });
});
