import { beforeAll, describe, expect, it } from 'vitest';
import { checkRow, type RowContext } from '../../../../src/lib/desk/import/check-row.ts';
import type { RowTexts } from '../../../../src/lib/desk/import/fields.ts';
import type { PointFact } from '../../../../src/lib/desk/point-facts.ts';
import { readCountryCell } from '../../../../src/lib/desk/import/read-country.ts';
import { shortenUnitIn } from '../../../../src/lib/desk/import/unit-names.ts';
import { createPhoneReader } from '#contract/phone.ts';
import { ADDRESS, IDA, OSKAR } from '../people.ts';

const FACTS: Readonly<Record<string, PointFact>> = {
  PL_A: { state: 'takes', name: 'Testowo 1', country: 'PL', suggestedId: '', isLocker: true },
  PL_SHOP: { state: 'takes', name: 'Shop', country: 'PL', suggestedId: '', isLocker: false },
  PL_NO: { state: 'refuses', name: '', country: 'PL', suggestedId: '', isLocker: null },
  PL_B: { state: 'gone', name: '', country: '', suggestedId: 'PL_A', isLocker: null },
  PL_GONE: { state: 'gone', name: '', country: '', suggestedId: '', isLocker: null },
  PL_MAYBE: { state: 'unknown', name: '', country: '', suggestedId: '', isLocker: null },
};

const GOOD: RowTexts = {
  reference: '1001',
  fullName: 'Oskar Lis',
  email: 'oskar@mail.example',
  phone: '500 000 202',
  pointId: 'PL_A',
  size: 'A',
  weight: '1,2',
};
const { fullName: _, pointId: __, ...REST } = GOOD;
const HOME: RowTexts = { ...REST, firstName: 'Oskar', lastName: 'Lis', ...ADDRESS };

let context: RowContext;
beforeAll(async () => {
  context = {
    from: {
      sender: IDA,
      origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
    },
    defaults: { country: '', size: 'B', weight: '2' },
    units: {},
    readPhone: await createPhoneReader(),
    pointOf: (id) => FACTS[id] ?? null,
  };
});

const check = (texts: RowTexts, more: Partial<RowContext> = {}) => checkRow(texts, { ...context, ...more });
const problemsOf = (texts: RowTexts, more: Partial<RowContext> = {}) =>
  check(texts, more).problems.map(({ field, code, detail, isWarning }) =>
    `${isWarning ? '? ' : ''}${field} ${code} ${detail}`.trim(),
  );

describe('Import row: a valid row', () => {
  it('creates the complete body of a parcel to a point', () => {
    expect(check(GOOD)).toEqual({
      shipment: {
        ...context.from,
        recipient: OSKAR,
        destination: { countryCode: 'PL', pointId: 'PL_A' },
        parcels: [
          {
            type: 'STANDARD',
            dimensions: { length: 64, width: 38, height: 8, unit: 'CM' },
            weight: { amount: 1.2, unit: 'KG' },
          },
        ],
        references: { custom: { reference: '1001' } },
      },
      problems: [],
      pointId: 'PL_A',
      pointName: 'Testowo 1',
      reference: '1001',
      contents: [],
      weights: null,
      isPending: false,
      hold: null,
    });
  });

  it('creates the body of a parcel to an address', () => {
    const { shipment, problems } = check(HOME);
    expect(problems).toEqual([]);
    expect(shipment.destination).toEqual({ countryCode: 'PL', ...ADDRESS });
  });

  it('goes to the point even if it also has an address', () => {
    expect(check({ ...HOME, pointId: 'PL_A' }).shipment.destination).toEqual({
      countryCode: 'PL',
      pointId: 'PL_A',
    });
  });

  it('is pending until its point is known', () => {
    expect(check({ ...GOOD, pointId: 'PL_LATER' }).isPending).toBe(true);
  });

  it.each([
    ['a street and number in one cell', { ...HOME, street: 'Mglista 7a', houseNumber: '' }, 'Mglista', '7a'],
    [
      'a number before the street',
      { ...HOME, street: '10 Downing Street', houseNumber: '' },
      'Downing Street',
      '10',
    ],
  ])('splits %s into street and house number', (_, texts, street, houseNumber) => {
    expect(check(texts).shipment.destination).toMatchObject({ street, houseNumber });
  });

  it.each([
    ['Oskar Lis', 'Oskar', 'Lis'],
    ['Lis, Oskar', 'Oskar', 'Lis'],
    ['Anna Maria  Nowak', 'Anna Maria', 'Nowak'],
    ['\u202eOskar\u202c Lis\u200f', 'Oskar', 'Lis'],
    ['<b>Oskar</b> Lis', '<b>Oskar</b>', 'Lis'],
  ])('splits the name %j', (fullName, firstName, lastName) => {
    expect(check({ ...GOOD, fullName }).shipment.recipient).toMatchObject({ firstName, lastName });
  });

  it.each<[RowTexts, string, string]>([
    [{ fullName: 'von Groß', firstName: 'Anna' }, 'Anna', 'von Groß'],
    [{ fullName: 'Anna von Groß', firstName: 'Anna' }, 'Anna', 'von Groß'],
    [{ fullName: 'Groß, Anna', lastName: 'Groß' }, 'Anna', 'Groß'],
    [{ fullName: 'Lis Anna Maria', lastName: 'Lis' }, 'Anna Maria', 'Lis'],
  ])('takes the other part of the name from the full name: %j', (names, firstName, lastName) => {
    const { fullName: ___, ...others } = GOOD;
    expect(check({ ...others, ...names }).shipment.recipient).toMatchObject({ firstName, lastName });
  });

  it.each<[string, Partial<RowTexts>, string]>([
    ['a whole address', { street: 'Mglista 7 m. 3, 00-950 Testowo' }, 'Mglista|7|3|00-950|Testowo|PL'],
    [
      'a whole address in lines, with its country',
      { street: 'Musterstr. 5\n10115 Berlin\nNiemcy' },
      'Musterstr.|5||10115|Berlin|DE',
    ],
    [
      'a whole address whose postcode is last',
      { street: '10 Mist Street, Testham, SW1A 2AA', country: 'GB' },
      'Mist Street|10||SW1A 2AA|Testham|GB',
    ],
    [
      'a postcode in the town',
      { street: 'Mglista 7', city: '00-950 Testowo Górne' },
      'Mglista|7||00-950|Testowo Górne|PL',
    ],
    [
      'a town in the postcode',
      { street: 'Dlouhá 5', postalCode: '110 00 Praha 1', country: 'Česko' },
      'Dlouhá|5||110 00|Praha 1|CZ',
    ],
    ['no postcode', { street: 'Mglista 7, 12345 sztuk', city: 'Testowo' }, 'Mglista|7|||Testowo|PL'],
    [
      'a name before the street',
      { street: 'Ada Lis, Mglista 7, 00-950 Testowo' },
      'Ada Lis, Mglista|7||||PL',
    ],
  ])('moves the parts of an address to their fields: %s', (_, cells, address) => {
    const { city: ____, postalCode: _____, houseNumber: ______, ...others } = HOME;
    const to = check({ ...others, ...cells }).shipment.destination as Record<string, string>;
    const parts = ['street', 'houseNumber', 'flatNumber', 'postalCode', 'city', 'countryCode'];
    expect(parts.map((part) => to[part] ?? '').join('|')).toBe(address);
  });

  it.each([
    ['500000202, 600000202', '+48500000202'],
    ['500 000 202 / 600 000 202', '+48500000202'],
    ['500000202 lub 600000202', '+48500000202'],
    ['0048 500 000 202', '+48500000202'],
    ['tel. 22/500 02 02', '+48225000202'],
  ])('reads the phone number %s', (phone, full) => {
    expect(check({ ...GOOD, phone }).shipment.recipient['phone']).toBe(full);
  });

  it('reads the last name first if the column’s name says so', () => {
    const { recipient } = check(
      { ...GOOD, fullName: 'Zieliński Jan Józef' },
      { isLastNameFirst: true },
    ).shipment;
    expect(recipient).toMatchObject({ firstName: 'Jan Józef', lastName: 'Zieliński' });
  });

  it('uses the default size and weight if it has none', () => {
    expect(check({ ...GOOD, size: '', weight: '' }).shipment.parcels[0]).toMatchObject({
      dimensions: { height: 19 },
      weight: { amount: 2 },
    });
  });

  it.each([
    [{ size: '30x20x8' }, {}, [30, 20, 8]],
    [{ size: '300 × 200 × 80 mm' }, {}, [30, 20, 8]],
    [{ size: '', length: '30', width: '20,5', height: '8 cm' }, {}, [30, 20.5, 8]],
    [
      { size: '', length: '300', width: '200', height: '80' },
      { length: 'mm', width: 'mm', height: 'mm' },
      [30, 20, 8],
    ],
  ])('accepts the dimensions %j', (texts, units, [length, width, height]) => {
    expect(check({ ...GOOD, ...texts }, { units }).shipment.parcels[0]!.dimensions).toMatchObject({
      length,
      width,
      height,
    });
  });

  it.each([
    [{ weight: '1200 g' }, {}, 1.2],
    [{ weight: '1200' }, { weight: 'g' }, 1.2],
  ])('accepts a weight in grams: %j', (texts, units, amount) => {
    expect(check({ ...GOOD, ...texts }, { units }).shipment.parcels[0]!.weight.amount).toBe(amount);
  });

  it.each([
    ['100', { value: '100.00', currency: 'PLN' }],
    ['100,50 EUR', { value: '100.50', currency: 'EUR' }],
  ])('accepts an insured value: %s', (cover, expected) => {
    expect(check({ ...GOOD, cover }).shipment['valueAddedServices']).toEqual([
      { id: 'additionalCover', ...expected },
    ]);
  });

  it.each([
    ['48500000202', '+48500000202'],
    ['0048 500 000 202', '+48500000202'],
    ['+420 601 123 456', '+420601123456'],
  ])('accepts the phone number %s', (phone, full) => {
    expect(check({ ...GOOD, phone }).shipment.recipient.phone).toBe(full);
  });

  it('uses the country of the row, else of the point, the defaults or the sender', () => {
    const country = (texts: RowTexts, defaults = '') =>
      check(texts, { defaults: { ...context.defaults, country: defaults } }).shipment.destination.countryCode;
    expect(country({ ...HOME, country: 'Deutschland' }, 'CZ')).toBe('DE');
    expect(country(GOOD, 'CZ')).toBe('PL');
    expect(country(HOME, 'Czechia')).toBe('CZ');
    expect(country(HOME)).toBe('PL');
  });
});

describe('Import row: problems', () => {
  it.each<[string, RowTexts, string[]]>([
    [
      'an empty row',
      {},
      ['pointId destination', 'firstName required', 'lastName required', 'email required', 'phone required'],
    ],
    ['one name', { ...GOOD, fullName: 'Oskar' }, ['fullName name']],
    ['no e-mail', { ...GOOD, email: '' }, ['email required']],
    ['a wrong e-mail', { ...GOOD, email: 'oskar at mail' }, ['email invalid']],
    ['an impossible phone', { ...GOOD, phone: '123' }, ['phone phone']],
    [
      'a phone of another country without its prefix',
      { ...HOME, country: 'DE', postalCode: '10115', phone: '12' },
      ['phone phone'],
    ],
    ['a phone that a spreadsheet has rounded', { ...GOOD, phone: '4,85E+10' }, ['phone rounded']],
    ['a point that doesn’t exist', { ...GOOD, pointId: 'PL_B' }, ['pointId point_gone PL_A']],
    [
      'a point that doesn’t exist beside an address',
      { ...HOME, pointId: 'PL_GONE', weight: '26' },
      ['? pointId point_gone_address Mglista 7, 00-950 Testowo'],
    ],
    [
      'a point that doesn’t exist without an address',
      { ...GOOD, pointId: 'PL_GONE' },
      ['pointId point_gone'],
    ],
    ['a mistyped point beside an address', { ...HOME, pointId: 'PL_B' }, ['pointId point_gone PL_A']],
    ['a point where parcels can’t be collected', { ...GOOD, pointId: 'PL_NO' }, ['pointId point_no_parcels']],
    ['a point that couldn’t be checked', { ...GOOD, pointId: 'PL_MAYBE' }, ['? pointId point_unknown']],
    ['neither point nor address', { ...GOOD, pointId: '' }, ['pointId destination']],
    [
      'no address in a table of addresses',
      { ...HOME, street: '', postalCode: '', city: '' },
      ['street destination'],
    ],
    ['a postcode in another format', { ...HOME, postalCode: '95' }, ['postalCode postcode 12-456']],
    ['a short postcode without a country', { ...HOME, postalCode: '950' }, ['? postalCode zeros 00-950']],
    ['a short postcode with its country', { ...HOME, postalCode: '950', country: 'PL' }, []],
    ['a postcode with a dash of a word processor', { ...HOME, postalCode: '00–950' }, []],
    ['no house number', { ...HOME, street: 'Mglista', houseNumber: '' }, ['? houseNumber no_house']],
    ['two house numbers', { ...HOME, street: 'Mglista 5' }, ['houseNumber two_numbers 5, 7']],
    ['a text that fits no field', { ...HOME, flatNumber: 'c/o Kos' }, ['? flatNumber unused_text c/o Kos']],
    [
      'a phone with two readings',
      { ...HOME, country: 'DE', postalCode: '10115', phone: '48500000101' },
      ['phone phone'],
    ],
    ['as many kilograms as grams', { ...HOME, weight: '850' }, ['? weight grams 850']],
    ['a weight of a letter', { ...HOME, weight: '0,001' }, ['? weight light 0,001']],
    ['cash on delivery', { ...HOME, cash: '129,99 zł' }, ['? cash cash 129,99 zł']],
    ['no cash on delivery', { ...HOME, cash: '0,00' }, []],
    ['no town', { ...HOME, city: '' }, ['city required']],
    ['an unknown country', { ...HOME, country: 'Atlantis' }, ['country country']],
    ['a weight in words', { ...GOOD, weight: 'heavy' }, ['weight number']],
    ['a weight of zero', { ...GOOD, weight: '0' }, ['weight number']],
    ['a size in words', { ...GOOD, size: 'huge' }, ['size size']],
    ['a missing dimension', { ...GOOD, size: '', length: '30', width: '20' }, ['height required']],
    ['too heavy for a locker', { ...GOOD, weight: '26' }, ['weight heavy 25']],
    ['too large for a locker', { ...GOOD, size: '70x10x10' }, ['size large']],
    ['a name that is too long', { ...GOOD, fullName: `Oskar ${'x'.repeat(101)}` }, ['fullName too_big']],
    ['a cover in words', { ...GOOD, cover: 'yes' }, ['cover number']],
    [
      'a postcode as it is written elsewhere, without a country',
      { ...HOME, postalCode: '110 00' },
      ['? postalCode zeros 11-000'],
    ],
    [
      'a postcode that may be another country’s',
      { ...HOME, postalCode: '10115' },
      ['? postalCode zeros 10-115'],
    ],
  ])('%s', (_, texts, problems) => {
    expect(problemsOf(texts)).toEqual(problems);
  });

  it.each([
    ['1.250', 'g', '', 1.25],
    ['850', 'g', '', 0.85],
    ['1 250,5', 'g', '', 1.251],
    ['1.250', 'kg', '', 1.25],
    ['1.250 g', '', '', 1.25],
    // The column's other cells have a decimal comma.
    ['1.250', '', '.', 1250],
  ])('the weight %s in %s is read in kilograms', (weight, unit, groupSign, amount) => {
    const { shipment } = check(
      { ...HOME, weight },
      { units: unit === '' ? {} : { weight: unit }, groupSign },
    );
    expect(shipment.parcels[0]!.weight.amount).toBe(amount);
  });

  it('don’t include locker limits for a shop or an address', () => {
    expect(problemsOf({ ...GOOD, pointId: 'PL_SHOP', weight: '26' })).toEqual([]);
    expect(problemsOf({ ...HOME, weight: '26' })).toEqual([]);
  });

  it('don’t include errors of the sender', () => {
    expect(problemsOf(GOOD, { from: { sender: {}, origin: {} } as never })).toEqual([]);
  });
});

it.each([
  ['pl', 'PL'],
  ['Polska', 'PL'],
  ['DEU', 'DE'],
  ['SVK', 'SK'],
  ['Magyarország', 'HU'],
  ['Suomi', 'FI'],
  ['Polska (PL)', 'PL'],
  ['PL - Poland', 'PL'],
  ['Germany (PL)', null],
  ['XYZ', null],
  ['', null],
])('A country is read as programs write it: %s', (text, code) => {
  expect(readCountryCell(text)).toBe(code);
});

it.each([
  ['500 Gramm', '500 g'],
  ['2 lbs', '2 lb'],
  ['1.250 gramów', '1.250 g'],
  ['1,2', '1,2'],
  ['1 st', '1 st'],
])('A unit in words has a short name: %s → %s', (text, short) => {
  expect(shortenUnitIn(text)).toBe(short);
});
