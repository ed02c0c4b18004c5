import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePoint } from '../../../src/lib/contract/point-details.ts';
import type { Match } from '../../../src/lib/filter/evaluate-point.ts';
import { hidesHours, orderRows, writeRowAddress } from '../../../src/lib/list/list-row.ts';
import { sayOpenState } from '../../../src/lib/i18n/say-open-state.ts';

const detailsOf = (id: string, fields: object = {}) =>
  describePoint({ id, coordinates: { latitude: 52, longitude: 21 }, country: 'PL', ...fields });
const nearOf = (ids: readonly string[]) =>
  ids.map((id, at) => ({
    point: { id, latitude: 52, longitude: 21, type: 'APM', place: at },
    distanceMetres: at,
  }));
/** Saturday, 12:00 in Warsaw. */
const NOON = new Date('2026-05-02T10:00:00Z');
const openOn = (customer: object) => detailsOf('PL_1', { operatingHours: { customer } });

describe('the order of rows', () => {
  it('puts what doesn’t suit last, both parts by distance, and what isn’t known among what suits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Match | 'unread'>('yes', 'no', 'unknown', 'unread')),
        (verdicts) => {
          const ids = verdicts.map((_, at) => `PL_${at}`);
          const verdictOf = (id: string) => verdicts[ids.indexOf(id)]!;
          const rows = orderRows(
            nearOf(ids),
            (id) => (verdictOf(id) === 'unread' ? undefined : detailsOf(id)),
            ({ id }) => ({ matches: verdictOf(id) as Match, reasons: [] }),
          );
          expect(rows).toHaveLength(ids.length);
          const keys = rows.map(
            ({ point, distanceMetres }) => Number(verdictOf(point.id) === 'no') * 1e6 + distanceMetres,
          );
          expect(keys).toEqual([...keys].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('is by distance alone where nothing has to be evaluated', () => {
    const rows = orderRows(nearOf(['PL_2', 'PL_1']), () => 'gone', null);
    expect(rows.map(({ point, evaluation }) => [point.id, evaluation])).toEqual([
      ['PL_2', null],
      ['PL_1', null],
    ]);
  });
});

it('rows of one name, address and type are alike, those without any are not', () => {
  const there = { address: { street: 'al. Rynek', buildingNumber: '60', city: 'Kraków' }, type: 'APM' };
  const details: Record<string, ReturnType<typeof detailsOf>> = {
    PL_1: detailsOf('PL_1', { displayName: 'Rynek', ...there }),
    PL_2: detailsOf('PL_2', { displayName: 'Rynek', ...there }),
    PL_3: detailsOf('PL_3', { displayName: 'Rynek', ...there, type: 'PUDO' }),
    PL_4: detailsOf('PL_4', { displayName: 'Rynek' }),
  };
  const rows = orderRows(nearOf(['PL_1', 'PL_2', 'PL_3', 'PL_4', 'PL_5']), (id) => details[id], null);
  expect(rows.map(({ alike }) => alike)).toEqual([true, true, false, false, false]);
});

it.each([
  [{ start: '08:00', end: '00:00' }, 'Open until midnight'],
  [{ start: '08:00', end: '24:00' }, 'Open until midnight'],
  [{ start: '08:00', end: '23:59' }, 'Open until 11:59 PM'],
])('hours to %o end at midnight only if they do', (saturday, words) => {
  const said = sayOpenState(openOn({ saturday: [saturday] }), NOON).words;
  expect(said.replace(/\s/g, ' ')).toBe(words);
});

it('hours count as unknown only where the platform was asked and tells none', () => {
  const row = (details: ReturnType<typeof detailsOf> | 'failed' | undefined) => ({
    ...nearOf(['PL_1'])[0]!,
    details,
    evaluation: null,
    alike: false,
  });
  expect(hidesHours(row(detailsOf('PL_1')))).toBe(true);
  expect(hidesHours(row(detailsOf('PL_1', { location247: true })))).toBe(false);
  expect(hidesHours(row(openOn({ monday: [] })))).toBe(false);
  expect(hidesHours(row('failed'))).toBe(false);
  expect(hidesHours(row(undefined))).toBe(false);
});

describe('the words of a row', () => {
  it.each([
    ['round the clock', detailsOf('PL_1', { location247: true }), 'Open round the clock'],
    ['open', openOn({ saturday: [{ start: '10:00', end: '20:00' }] }), 'Open until 8:00 PM'],
    ['closed until later', openOn({ saturday: [{ start: '14:00', end: '20:00' }] }), 'Closed, opens 2:00 PM'],
    [
      'closed until another day',
      openOn({ saturday: [], sunday: [], monday: [{ start: '14:00', end: '20:00' }] }),
      'Closed, opens Monday 2:00 PM',
    ],
    ['closed for good', openOn({ saturday: [] }), 'Closed'],
    ['not told', detailsOf('PL_1'), 'No opening hours given'],
  ])('say that it is %s', (_, details, words) => {
    expect(sayOpenState(details, NOON).words).toBe(words);
  });

  it('say the street once', () => {
    const address = { street: 'Rochusplatz', buildingNumber: '1', city: 'Wien', postalCode: '1030' };
    expect(writeRowAddress(detailsOf('AT_1', { address }))).toBe('1030 Wien');
    expect(writeRowAddress(detailsOf('AT_1', { address, displayName: 'Post' }))).toBe(
      'Rochusplatz 1, 1030 Wien',
    );
    expect(writeRowAddress(detailsOf('AT_1'))).toBe('');
  });

  it('write the postcode where the country has it', () => {
    const address = { street: 'High Street 2', postalCode: 'AB1 2CD', city: 'Leeds' };
    expect(writeRowAddress(detailsOf('GB_1', { address, country: 'GB', displayName: 'Post' }))).toBe(
      'High Street 2, Leeds AB1 2CD',
    );
  });
});
