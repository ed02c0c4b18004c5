import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePoint } from '#contract/point-details.ts';
import type { Match } from '#filter/evaluate-point.ts';
import { orderRows, writeRowAddress } from '../../../src/lib/list/list-row.ts';
import { describeOpenState } from '../../../src/lib/i18n/describe-open-state.ts';

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
  it('mismatches come last; both groups are sorted by distance, and unknown ones count as matches', () => {
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

  it('rows are sorted by distance alone if there is nothing to evaluate', () => {
    const rows = orderRows(nearOf(['PL_2', 'PL_1']), () => 'gone', null);
    expect(rows.map(({ point, evaluation }) => [point.id, evaluation])).toEqual([
      ['PL_2', null],
      ['PL_1', null],
    ]);
  });
});

it('rows with the same name, address and type are alike; rows without any of these aren’t', () => {
  const sameAddress = { address: { street: 'al. Rynek', buildingNumber: '60', city: 'Kraków' }, type: 'APM' };
  const details: Record<string, ReturnType<typeof detailsOf>> = {
    PL_1: detailsOf('PL_1', { displayName: 'Rynek', ...sameAddress }),
    PL_2: detailsOf('PL_2', { displayName: 'Rynek', ...sameAddress }),
    PL_3: detailsOf('PL_3', { displayName: 'Rynek', ...sameAddress, type: 'PUDO' }),
    PL_4: detailsOf('PL_4', { displayName: 'Rynek' }),
  };
  const rows = orderRows(nearOf(['PL_1', 'PL_2', 'PL_3', 'PL_4', 'PL_5']), (id) => details[id], null);
  expect(rows.map(({ alike }) => alike)).toEqual([true, true, false, false, false]);
});

it.each([
  [{ start: '08:00', end: '00:00' }, 'Open until midnight'],
  [{ start: '08:00', end: '24:00' }, 'Open until midnight'],
  [{ start: '08:00', end: '23:59' }, 'Open until 11:59 PM'],
])('hours to %o end at midnight only if the next day continues them', (saturday, words) => {
  const text = describeOpenState(openOn({ saturday: [saturday] }), NOON).words;
  expect(text.replace(/\s/g, ' ')).toBe(words);
});

describe('the texts of a row', () => {
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
    ['unknown', detailsOf('PL_1'), 'No opening hours given'],
  ])('a row says that the point is %s', (_, details, words) => {
    expect(describeOpenState(details, NOON).words).toBe(words);
  });

  it('a street that equals the name is written only once', () => {
    const address = { street: 'Rochusplatz', buildingNumber: '1', city: 'Wien', postalCode: '1030' };
    expect(writeRowAddress(detailsOf('AT_1', { address }))).toBe('1030 Wien');
    expect(writeRowAddress(detailsOf('AT_1', { address, displayName: 'Post' }))).toBe(
      'Rochusplatz 1, 1030 Wien',
    );
    expect(writeRowAddress(detailsOf('AT_1'))).toBe('');
  });

  it('the postcode is written where the country puts it', () => {
    const address = { street: 'High Street 2', postalCode: 'AB1 2CD', city: 'Leeds' };
    expect(writeRowAddress(detailsOf('GB_1', { address, country: 'GB', displayName: 'Post' }))).toBe(
      'High Street 2, Leeds AB1 2CD',
    );
  });
});
