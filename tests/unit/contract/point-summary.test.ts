import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPoint } from '#platform/point.ts';
import { summarizePoint } from '#contract/point-summary.ts';
import { pointSummarySchema } from '#contract/point-summary-schema.ts';

const base = { id: 'PL_X', coordinates: { latitude: 52.1, longitude: 21.2 } };
const summarize = (fields: object) => summarizePoint({ ...base, ...fields });
const NOTHING_KNOWN = {
  id: 'PL_X',
  name: 'PL_X',
  lines: [],
  street: null,
  buildingNumber: null,
  postalCode: null,
  city: null,
  country: null,
  address: {
    company: 'PL_X',
    streetLine1: 'PL_X',
    streetLine2: '',
    postalCode: '',
    city: '',
    countryCode: '',
  },
  latitude: 52.1,
  longitude: 21.2,
  type: null,
  hours: null,
  openRoundTheClock: null,
};
const ALL_DAY = [{ opens: '00:00', closes: '24:00' }];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const everyDay = (day: unknown) => Object.fromEntries(DAYS.map((name) => [name, day]));

describe('Summary of a point', () => {
  // Proves: embedding/summary.
  it('it has everything that an email or an invoice needs', () => {
    const address = { street: 'Młyńska', buildingNumber: '7', city: 'Łódź', postalCode: '90-001' };
    const fields = {
      displayName: 'Locker at the mill',
      type: 'APM',
      country: 'pl',
      address,
      location247: true,
    };
    expect(summarize(fields)).toEqual({
      id: 'PL_X',
      name: 'Locker at the mill',
      lines: ['Locker at the mill', 'Młyńska 7', '90-001 Łódź'],
      street: 'Młyńska',
      buildingNumber: '7',
      postalCode: '90-001',
      city: 'Łódź',
      country: 'PL',
      address: {
        company: 'Locker at the mill',
        streetLine1: 'Młyńska 7',
        streetLine2: 'PL_X',
        postalCode: '90-001',
        city: 'Łódź',
        countryCode: 'PL',
      },
      latitude: 52.1,
      longitude: 21.2,
      type: 'APM',
      hours: everyDay(ALL_DAY),
      openRoundTheClock: true,
    });
  });

  it.each([
    [{}],
    [{ address: 'unknown', displayName: 'Unknown', country: '', type: null }],
    [{ address: { street: '', buildingNumber: '0', city: 'n/a', postalCode: '00-000' } }],
    [{ operatingHours: { customer: {} } }],
  ])('unknown values are null instead of the platform’s placeholder: %j', (fields) => {
    expect(summarize(fields)).toEqual(NOTHING_KNOWN);
  });

  it.each([
    [
      { address: { street: '64 RUE DE LA GIBAUDERIE', city: 'POITIERS', postalCode: '86000' } },
      ['64 Rue de la Gibauderie', '86000 Poitiers'],
      ['Rue de la Gibauderie', '64'],
    ],
    [
      { address: { street: 'Brugger Str. 57', city: 'Rottweil', postalCode: '78628' } },
      ['Brugger Str. 57', '78628 Rottweil'],
      ['Brugger Str.', '57'],
    ],
    [
      {
        address: { street: 'Bahnhofstraße', buildingNumber: '2 Stiege 1', city: 'Wien', postalCode: '1140' },
      },
      ['Bahnhofstraße 2 Stiege 1', '1140 Wien'],
      ['Bahnhofstraße', '2 Stiege 1'],
    ],
    [
      { address: { street: 'Station Street', city: 'Walsall', postalCode: 'WS2 9JZ' }, country: 'GB' },
      ['Station Street', 'Walsall WS2 9JZ'],
      ['Station Street', null],
    ],
    [
      {
        address: { street: '87 Binley Road', buildingNumber: '24/7 Locker - Binley Road', city: 'Coventry' },
        country: 'GB',
      },
      ['24/7 Locker - Binley Road', '87 Binley Road', 'Coventry'],
      ['Binley Road', '87'],
    ],
    [{ address: { street: '3 Maja', city: 'Łódź' } }, ['3 Maja', 'Łódź'], ['3 Maja', null]],
    [{ address: { buildingNumber: '5' } }, ['5'], [null, '5']],
  ])(
    'the address of %j appears once, with street and number separated',
    (fields, lines, [street, buildingNumber]) => {
      expect(summarize(fields)).toMatchObject({ name: lines[0], lines, street, buildingNumber });
    },
  );

  it('a name is kept as the platform displays it', () => {
    expect(summarize({ displayName: 'MR BRICOLAGE' }).name).toBe('MR BRICOLAGE');
  });

  it('an address in capitals appears once, even if the platform displays it as the name', () => {
    const address = { street: 'MARSZAŁKOWSKA', buildingNumber: '10', city: 'WARSZAWA' };
    const { lines } = summarize({ country: 'PL', displayName: 'MARSZAŁKOWSKA 10', address });
    expect(lines).toEqual(['Marszałkowska 10', 'Warszawa']);
  });

  it('it has the sorted hours of every day, and distinguishes closed from unknown days', () => {
    const customer = {
      monday: [
        { start: '14:00', end: '00:00' },
        { start: '09:00', end: '12:00' },
      ],
      tuesday: [],
      friday: '24//7',
    };
    expect(summarize({ operatingHours: { customer } })).toMatchObject({
      hours: {
        ...everyDay(null),
        monday: [
          { opens: '09:00', closes: '12:00' },
          { opens: '14:00', closes: '24:00' },
        ],
        tuesday: [],
      },
      openRoundTheClock: false,
    });
  });

  it.each([
    ['the platform says so', { location247: true }, true],
    [
      'each day says so',
      { operatingHours: { customer: everyDay([{ start: '00:00', end: '00:00' }]) } },
      true,
    ],
    [
      'each day says so by 00:01 to 23:59',
      { operatingHours: { customer: everyDay([{ start: '00:01', end: '23:59' }]) } },
      true,
    ],
    [
      'a day isn’t known',
      { operatingHours: { customer: { monday: [{ start: '00:00', end: '24:00' }] } } },
      null,
    ],
    ['the platform says no', { location247: false }, false],
    [
      'a day is shorter',
      { operatingHours: { customer: { ...everyDay([{ start: '00:00', end: '24:00' }]), sunday: [] } } },
      false,
    ],
  ])('it knows whether the point is open round the clock if %s', (_where, fields, open) => {
    expect(summarize(fields).openRoundTheClock).toBe(open);
  });

  it('round-the-clock hours always have the same form', () => {
    const customer = everyDay([{ start: '00:01', end: '23:59' }]);
    expect(summarize({ operatingHours: { customer } }).hours).toEqual(everyDay(ALL_DAY));
  });

  it('its address for orders has no characters that break engines, labels or logs', () => {
    const { address } = summarize({
      id: `PL\u0000X\u202e${'😀'.repeat(200)}`,
      displayName: `A\r\nB\u0007${'x'.repeat(251)}😀`,
      country: 'Poland',
    });
    expect(address.company).toBe(`A B ${'x'.repeat(251)}`);
    expect(address.streetLine1).toBe(address.company);
    expect(address.streetLine2).toBe(`PL X${'😀'.repeat(125)}`);
    expect(address.countryCode).toBe('');
    // Without a name, the street has its own line and the id takes the place of the company.
    expect(summarize({ address: { street: 'Polna 7', city: 'Łódź' } }).address).toEqual({
      ...NOTHING_KNOWN.address,
      streetLine1: 'Polna 7',
      city: 'Łódź',
    });
  });

  it('it never throws and always has its shape, whatever the item contains', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('unknown', '0', 'RUE DE LYON 5', '1 '.repeat(400), 'İSTANBUL'),
    );
    const hostile = fc.record(
      {
        displayName: fc.oneof(words, fc.anything()),
        type: fc.anything(),
        country: fc.anything(),
        location247: fc.anything(),
        address: fc.oneof(
          fc.record({ street: words, buildingNumber: words, city: words, postalCode: words }),
          fc.anything(),
        ),
        operatingHours: fc.oneof(
          fc.record({ customer: fc.dictionary(fc.constantFrom(...DAYS), fc.anything()) }),
          fc.anything(),
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(hostile, (fields) => {
        const reading = readPoint({ ...fields, ...base });
        if (!('point' in reading)) throw new Error('a placeable point was set aside');
        const summary = summarizePoint(reading.point);
        expect(pointSummarySchema.safeParse(summary).success).toBe(true);
        const texts = [
          summary.street,
          summary.buildingNumber,
          summary.postalCode,
          summary.city,
          summary.country,
        ];
        for (const text of texts) expect(text).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
