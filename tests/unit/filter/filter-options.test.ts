import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMatching, listOptions, toggle } from '../../../src/lib/filter/filter-options.ts';
import { NO_RULES, type PointRules } from '#filter/point-rules.ts';
import { countMatchingClasses as countOf, totalFacets, type PointFilter } from '#network/class-filter.ts';
import { readClasses } from '#network/snapshot-format/point-classes.ts';

type Row = [country: string, type: string, locationType: string, count: number];

const makeNetwork = (facets: Row[]) => {
  const classes = readClasses({ facets, facetColumns: {}, countries: [] });
  return {
    counts: () => totalFacets(classes),
    countMatching: (filter: PointFilter) => countOf(classes, filter),
  };
};

const NETWORK = makeNetwork([
  ['PL', 'APM', 'OUTDOOR', 100],
  ['PL', 'PUDO', 'INDOOR', 20],
  ['FR', 'PUDO', 'INDOOR', 50],
  ['FR', '', '', 3],
]);

describe('the options of a filter', () => {
  it('each option counts the points that match it alone, with the other rules unchanged', () => {
    expect(listOptions(NETWORK, 'types', { ...NO_RULES, countries: ['FR'], types: ['APM'] }, {})).toEqual([
      { value: 'APM', count: 0, ticked: true },
      { value: 'PUDO', count: 50, ticked: false },
      { value: '', count: 3, ticked: false },
    ]);
  });

  it('the options are the values that the shop offers, and the ticked ones', () => {
    const values = (rules: PointRules) =>
      listOptions(NETWORK, 'countries', rules, { countries: ['FR'] }).map(({ value }) => value);
    expect(values(NO_RULES)).toEqual(['FR']);
    expect(values({ ...NO_RULES, countries: ['XX'] })).toEqual(['FR', 'XX']);
  });

  it('the counts of a dimension add up to all that match the other rules', () => {
    const row = fc.tuple(
      fc.constantFrom('PL', 'FR', ''),
      fc.constantFrom('APM', 'PUDO', 'NEW'),
      fc.constantFrom('INDOOR', ''),
      fc.nat({ max: 1_000 }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: ([a, b, c]) => `${a} ${b} ${c}`, maxLength: 12 }),
        fc.subarray(['APM', 'PUDO']),
        (classes, types) => {
          const network = makeNetwork(classes);
          const rules = { ...NO_RULES, types };
          const sum = listOptions(network, 'countries', rules, {}).reduce((all, { count }) => all + count, 0);
          expect(sum).toBe(countMatching(network, rules, {}));
        },
      ),
    );
  });
});

it('ticking twice changes nothing', () => {
  const ticked = toggle(NO_RULES, 'types', 'APM');
  expect(ticked.types).toEqual(['APM']);
  expect(toggle(ticked, 'types', 'APM')).toEqual(NO_RULES);
});
