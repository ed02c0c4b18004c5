import { describe, expect, it } from 'vitest';
import {
  compareNetworks,
  describeChange,
  describeComparison,
  judgePlaces,
  type NetworkFigures,
  type PointChanges,
} from '../../publisher/compare-networks.ts';

const BEFORE: NetworkFigures = { points: 100, countries: [['PL', 100]], rejected: 0 };

const tally = (count: number, ...examples: string[]) => ({ count, examples });
const nothing = (): PointChanges => ({
  retained: 100,
  gone: tally(0),
  added: tally(0),
  moved: tally(0),
  retainedIn: new Map([['PL', 100]]),
  movedIn: new Map(),
  lostFrom: new Map(),
  others: { country: tally(0), type: tally(0), locationType: tally(0) },
  emptied: { country: tally(0), type: tally(0), locationType: tally(0) },
});

interface Differing {
  before?: Partial<NetworkFigures>;
  now?: Partial<NetworkFigures>;
  points?: Partial<PointChanges> | null;
}

/** Describes a network with these differences from `BEFORE`. */
function describeDifferences(
  { before = {}, now = {}, points = {} }: Differing,
  examplesOf?: (figure: string) => string[],
): string[] {
  const compared = points === null ? null : { ...nothing(), ...points };
  const changes = compareNetworks({ ...BEFORE, ...before }, { ...BEFORE, ...now }, compared, examplesOf);
  return changes.flatMap(describeChange);
}

describe('Comparison of two networks', () => {
  it('equal networks have no differences', () => {
    expect(describeDifferences({})).toEqual([]);
    expect(describeDifferences({ points: null })).toEqual([]);
    expect(
      describeDifferences({
        before: { fields: { type: 90 } },
        now: { fields: { type: 90, 'address.city': 5 } },
      }),
    ).toEqual([]);
    // A release that didn't count fields published one of the two.
    expect(describeDifferences({ now: { fields: { type: 90 } } })).toEqual([]);
    expect(describeDifferences({ before: { fields: { type: 90 } } })).toEqual([]);
    expect(
      describeDifferences({
        before: { points: 0, countries: [] },
        now: { points: 0, countries: [] },
        points: { retained: 0 },
      }),
    ).toEqual([]);
  });

  it.each<[what: string, within: Differing, beyond: Differing, sentence: string, ...examples: string[]]>([
    [
      'fewer points',
      { now: { points: 95 } },
      { now: { points: 94 } },
      'points in all: 100 → 94 (−6 %): more than 5 %',
    ],
    [
      'more points',
      { now: { points: 150 } },
      { now: { points: 151 } },
      'points in all: 100 → 151 (+51 %): more than 50 %',
    ],
    [
      'points that are gone',
      { points: { gone: tally(5, 'A') } },
      { points: { gone: tally(6, 'A', 'B') } },
      '6 of 100 points are gone (6 %): more than 5 %',
      'A',
      'B',
    ],
    [
      'points that moved',
      { points: { moved: tally(5, 'A') } },
      { points: { moved: tally(6, 'A') } },
      '6 of 100 points are over 1 km from where they were (6 %): more than 5 %',
      'A',
    ],
    [
      'points of a country that moved',
      { points: { retainedIn: new Map([['', 400]]), movedIn: new Map([['', tally(20, 'A')]]) } },
      { points: { retainedIn: new Map([['', 399]]), movedIn: new Map([['', tally(20, 'A')]]) } },
      '20 of 399 points in (none) are over 1 km from where they were (5 %): more than 5 %',
      'A',
    ],
    [
      'few points of a country that moved',
      { points: { retainedIn: new Map([['PL', 19]]), movedIn: new Map([['PL', tally(19, 'A')]]) } },
      { points: { retainedIn: new Map([['PL', 20]]), movedIn: new Map([['PL', tally(20, 'A')]]) } },
      '20 of 20 points in PL are over 1 km from where they were (100 %): more than 5 %',
      'A',
    ],
    [
      'points with another type',
      { points: { others: { ...nothing().others, type: tally(5, 'A') } } },
      { points: { others: { ...nothing().others, type: tally(6, 'A') } } },
      '6 of 100 points have a different type (6 %): more than 5 %',
      'A',
    ],
    [
      'points in a country',
      { now: { countries: [['PL', 80]] as const } },
      {
        now: { countries: [['PL', 79]] as const },
        points: { lostFrom: new Map([['PL', tally(21, 'A is gone')]]) },
      },
      'points in PL: 100 → 79 (−21 %): more than 20 %',
      'A is gone',
    ],
    [
      'few points in a country, and none are left',
      {
        before: {
          countries: [
            ['PL', 100],
            ['', 19],
          ] as const,
        },
      },
      {
        before: {
          countries: [
            ['PL', 100],
            ['', 20],
          ] as const,
        },
      },
      'points in (none): 20 → 0 (−100 %): more than 20 %',
    ],
    [
      'points in a small country, of which a large part is not many',
      { before: { countries: [['LU', 50]] as const }, now: { countries: [['LU', 31]] as const } },
      { before: { countries: [['LU', 50]] as const }, now: { countries: [['LU', 30]] as const } },
      'points in LU: 50 → 30 (−40 %): more than 20 %',
    ],
    [
      'items set aside',
      { before: { points: 98, rejected: 2 }, now: { points: 96, rejected: 4 } },
      { before: { points: 98, rejected: 2 }, now: { points: 95, rejected: 5 } },
      'items set aside: 2 → 5 (their share rose by 3 %): more than 2 %',
    ],
    [
      'points with a field',
      { before: { fields: { type: 95 } }, now: { fields: { type: 90 } } },
      {
        before: { fields: { type: 95 } },
        now: { fields: { type: 89 } },
        points: { emptied: { ...nothing().emptied, type: tally(6, 'A') } },
      },
      'points with type: 95 → 89 (their share fell by 6 %): more than 5 %',
      'A',
    ],
  ])('reports %s once the limit is exceeded', (_what, within, beyond, sentence, ...examples) => {
    expect(
      describeDifferences(within).filter((line) => line.includes('more than') || line.startsWith('   ')),
    ).toEqual([]);
    const lines = describeDifferences(beyond);
    const at = lines.indexOf(`  ${sentence}`);
    expect(lines.slice(at, at + 1 + examples.length)).toEqual([
      `  ${sentence}`,
      ...examples.map((example) => `      ${example}`),
    ]);
  });

  it('takes at most five examples from the callback', () => {
    const figures: string[] = [];
    const lines = describeDifferences(
      { before: { fields: { imageUrl: 100 } }, now: { fields: { imageUrl: 0 } } },
      (figure) => {
        figures.push(figure);
        return [...'ABCDEF'];
      },
    );
    expect(figures).toEqual(['field imageUrl']);
    expect(lines.slice(1)).toEqual([...'ABCDE'].map((letter) => `      ${letter}`));
  });

  it('compares shares of fields, not counts, and accepts a share at the limit', () => {
    const lines = describeDifferences({
      before: { fields: { type: 100 } },
      now: { points: 96, fields: { type: 96 } },
    });
    expect(lines).toEqual(['  points in all: 100 → 96 (−4 %)']);
    expect(describeDifferences({ before: { fields: { type: 100 } }, now: { fields: { type: 95 } } })).toEqual(
      ['  points with type: 100 → 95 (their share fell by 5 %)'],
    );
  });

  it('names added and removed points', () => {
    const points = { added: tally(60, 'NEW'), gone: tally(5, 'OLD') };
    expect(describeDifferences({ now: { points: 160 }, points })[1]).toBe('      NEW');
    expect(describeDifferences({ now: { points: 90 }, points })[1]).toBe('      OLD');
  });

  it('omits an empty list of examples', () => {
    const changes = compareNetworks(BEFORE, { ...BEFORE, points: 90 }, null);
    const change = expect.closeTo(0.1) as number;
    expect(changes).toStrictEqual([
      { figure: 'points', before: 100, now: 90, change, limit: 0.05, exceeded: true },
    ]);
  });

  it('works without the points', () => {
    expect(describeDifferences({ now: { points: 90 }, points: null })).toEqual([
      '  points in all: 100 → 90 (−10 %): more than 5 %',
    ]);
  });

  it('the text has one line per figure, and an id can’t add lines', () => {
    const comparison = { version: 'v1', walkedAt: '2026-11-21T08:00:00.000Z' };
    expect(describeComparison({ ...comparison, changes: [] })).toEqual([
      'Compared with v1, read on 2026-11-21 at 08:00 UTC',
      '  Nothing got worse.',
    ]);
    const changes = compareNetworks(BEFORE, BEFORE, { ...nothing(), gone: tally(9, 'A\nB') });
    expect(describeComparison({ ...comparison, changes }).slice(1)).toEqual([
      '  9 of 100 points are gone (9 %): more than 5 %',
      '      A\ufffdB',
    ]);
  });

  it('percentages have two digits, and no decimals from ten on', () => {
    const percent = (moved: number) =>
      /\(.*\)/.exec(describeDifferences({ points: { retained: 10_000, moved: tally(moved) } })[0]!)![0];
    expect([1, 126, 999, 1000, 1256].map(percent)).toEqual([
      '(0.01 %)',
      '(1.3 %)',
      '(10 %)',
      '(10 %)',
      '(13 %)',
    ]);
    expect(describeDifferences({ now: { points: 1234 } })[0]).toContain('(+1134 %)');
  });
});

describe('Location of points', () => {
  const place = (exchanged: number, outside: number, points = 200) =>
    judgePlaces([
      { country: 'PL', points, exchanged, outside, examples: { exchanged: ['A'], outside: ['B'] } },
    ]);

  it('each country has its own examples', () => {
    const country = (name: string) => ({
      ...{ country: name, points: 100, exchanged: 50, outside: 50 },
      examples: { exchanged: [`${name} exchanged`], outside: [`${name} outside`] },
    });
    const changes = judgePlaces([country('PL'), country('CZ')]);
    expect(changes.map(({ figure, examples }) => [figure, ...examples!])).toEqual([
      ['exchanged PL', 'PL exchanged'],
      ['outside PL', 'PL outside'],
      ['exchanged CZ', 'CZ exchanged'],
      ['outside CZ', 'CZ outside'],
    ]);
  });

  it('judged by share, once a country has twenty misplaced points', () => {
    expect(place(0, 0)).toEqual([]);
    expect(place(20, 20, 100).map(({ exceeded }) => exceeded)).toEqual([true, true]);
    expect(place(20, 20).map(({ exceeded }) => exceeded)).toEqual([false, false]);
    expect(place(19, 19, 19).map(({ exceeded }) => exceeded)).toEqual([false, false]);
    expect(place(21, 22).flatMap(describeChange)).toEqual([
      '  latitude and longitude are exchanged in 21 of 200 points of PL (11 %): more than 10 %',
      '      A',
      '  22 of 200 points of PL lie outside it (11 %): more than 10 %',
      '      B',
    ]);
  });
});
