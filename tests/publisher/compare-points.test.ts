import { describe, expect, it } from 'vitest';
import { comparePoints, matchIds } from '../../publisher/compare-networks.ts';
import type { PublishedPoints } from '../../publisher/published-points.ts';
import { sortPoints, type SortedPoints } from '../../publisher/sort-points.ts';
import type { PointColumns } from '../../publisher/point-table.ts';

interface ListedPoint {
  id: string;
  country?: string;
  type?: string;
  locationType?: string;
  latitude?: number;
}

/** Sorts a list of points near Warsaw as for publishing. */
function sort(points: readonly ListedPoint[]): SortedPoints {
  const columns = {
    ids: points.map(({ id }) => id),
    latitudes: Float64Array.from(points, ({ latitude = 52 }) => latitude),
    longitudes: Float64Array.from(points, () => 21),
    classes: Uint32Array.from(points.keys()),
    classLabels: points.map(({ country = 'PL', type = 'APM', locationType = 'indoor' }) => ({
      country,
      type,
      locationType,
    })),
  };
  return sortPoints(columns as unknown as PointColumns, new Set());
}

/** Returns the same list as published. */
function publish(listed: readonly ListedPoint[]): PublishedPoints {
  const { points, keys, rows, ordinalsById } = sort(listed);
  return {
    keys,
    facets: Uint16Array.from(rows, (row) => points.classes[row]!),
    classes: points.classLabels,
    *listIds() {
      for (const ordinal of ordinalsById) yield [points.ids[rows[ordinal]!]!, ordinal];
    },
    readItem: () => null,
  };
}

const compare = (
  before: readonly ListedPoint[],
  now: readonly ListedPoint[],
  ...rejected: (string | null)[]
) => comparePoints(publish(before), sort(now), new Set(rejected));

const none = { count: 0, examples: [] };
const tally = (...examples: string[]) => ({ count: examples.length, examples });
const EQUAL = {
  retained: 1,
  gone: none,
  added: none,
  moved: none,
  retainedIn: new Map([['PL', 1]]),
  movedIn: new Map(),
  lostFrom: new Map(),
  others: { country: none, type: none, locationType: none },
  emptied: { country: none, type: none, locationType: none },
};

describe('Points of two lists', () => {
  it.each<[what: string, before: ListedPoint[], now: ListedPoint[], differences: object]>([
    ['nothing', [{ id: 'A' }], [{ id: 'A' }], {}],
    ['a point that came', [{ id: 'A' }], [{ id: 'A' }, { id: 'B' }], { added: tally('B') }],
    [
      'a point that went',
      [{ id: 'A' }, { id: 'B', country: 'CZ' }],
      [{ id: 'A' }],
      { gone: tally('B'), lostFrom: new Map([['CZ', tally('B is gone')]]) },
    ],
    [
      'another type',
      [{ id: 'A', type: 'APM' }],
      [{ id: 'A', type: 'PUDO' }],
      { others: { ...EQUAL.others, type: tally('A "APM" → "PUDO"') } },
    ],
    [
      'a type that is missing',
      [{ id: 'A', type: 'APM' }],
      [{ id: 'A', type: '' }],
      { emptied: { ...EQUAL.emptied, type: tally('A "APM" → none') } },
    ],
    ['a type that was missing', [{ id: 'A', type: '' }], [{ id: 'A', type: 'APM' }], {}],
    [
      'another country',
      [{ id: 'A', country: 'PL' }],
      [{ id: 'A', country: 'CZ' }],
      {
        lostFrom: new Map([['PL', tally('A "PL" → "CZ"')]]),
        others: { ...EQUAL.others, country: tally('A "PL" → "CZ"') },
      },
    ],
    [
      'no country any more',
      [{ id: 'A', country: 'PL' }],
      [{ id: 'A', country: '' }],
      {
        lostFrom: new Map([['PL', tally('A "PL" → none')]]),
        emptied: { ...EQUAL.emptied, country: tally('A "PL" → none') },
      },
    ],
    ['a move to the next street', [{ id: 'A', latitude: 52 }], [{ id: 'A', latitude: 52.008 }], {}],
    [
      'a move by more than a kilometre',
      [{ id: 'A', latitude: 52 }],
      [{ id: 'A', latitude: 52.04 }],
      {
        moved: tally('A 52.0000, 21.0000 → 52.0400, 21.0000 (4 km)'),
        movedIn: new Map([['PL', tally('A 52.0000, 21.0000 → 52.0400, 21.0000 (4 km)')]]),
      },
    ],
  ])('%s', (_what, before, now, differences) => {
    expect(compare(before, now)).toEqual({ ...EQUAL, ...differences });
  });

  it('counts by the country in which they were published', () => {
    const before = ['A', 'B', 'C', 'D'].map((id) => ({ id, country: id === 'D' ? 'CZ' : 'PL' }));
    const now = before.map((point) => ({ ...point, country: 'SK', latitude: point.id < 'C' ? 53 : 52 }));
    const { retained, retainedIn, moved, movedIn, lostFrom } = compare(before, now);
    expect({ retained, retainedIn: Object.fromEntries(retainedIn) }).toEqual({
      retained: 4,
      retainedIn: { PL: 3, CZ: 1 },
    });
    expect([moved.count, [...movedIn].map(([country, { count }]) => [country, count])]).toEqual([
      2,
      [['PL', 2]],
    ]);
    expect([...lostFrom].map(([country, { count }]) => [country, count])).toEqual([
      ['PL', 3],
      ['CZ', 1],
    ]);
  });

  it('items set aside aren’t gone, but missing in their country', () => {
    const { gone, lostFrom } = compare([{ id: 'A' }, { id: 'B' }, { id: 'C' }], [{ id: 'A' }], 'B', null);
    expect(gone).toEqual(tally('C'));
    expect(lostFrom.get('PL')).toEqual(tally('B is set aside', 'C is gone'));
  });

  it('counts all, and gives five examples', () => {
    const many = [...'ABCDEFG'].map((id) => ({ id }));
    expect(compare(many, []).gone).toEqual({ count: 7, examples: [...'ABCDE'] });
    expect(compare([], many).added).toEqual({ count: 7, examples: [...'ABCDE'] });
  });
});

it.each([
  ['', ''],
  ['A', ''],
  ['', 'A'],
  ['BD', 'ABCE'],
  ['ABCE', 'BD'],
  ['AB', 'ABCD'],
  ['CD', 'AB'],
  ['AB', 'CD'],
])('Comparison of points: matches the ids of %s and %s in order', (before, now) => {
  const list = (ids: string) => [...ids].map((id) => ({ id }));
  const matched = [...matchIds(publish(list(before)), sort(list(now)))];
  const place = (ids: string, id: string) => (ids.includes(id) ? ids.indexOf(id) : null);
  expect(matched).toEqual(
    [...new Set(before + now)].sort().map((id) => ({ id, was: place(before, id), is: place(now, id) })),
  );
});
