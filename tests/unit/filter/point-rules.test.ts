import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRules, NO_RULES, toPointFilter, type AllowedPoints } from '#filter/point-rules.ts';
import { byDimension } from '#contract/filter-dimensions.ts';
import { acceptClasses } from '#network/class-filter.ts';
import { someRules } from './some-rules.ts';

const list = (...values: string[]) => fc.subarray(values);
const someAllowed: fc.Arbitrary<AllowedPoints> = fc.record(
  {
    countries: list('PL', 'CZ'),
    pointTypes: list('APM', 'PUDO'),
    locationTypes: list('INDOOR'),
    excludeIds: list('PL_1'),
    filter: fc.record({ types: list('APM', 'NEW'), locationTypes: list('OUTDOOR') }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const someClass = fc.tuple(
  fc.constantFrom('PL', 'FR', 'CZ', ''),
  fc.constantFrom('APM', 'PUDO', 'NEW', ''),
  fc.constantFrom('INDOOR', 'OUTDOOR', ''),
);

/** Whether a list lets a value through; a missing or empty list lets every value through. */
const lets = (values: readonly string[] | undefined, value: string) =>
  values === undefined || values.length === 0 || values.includes(value);

describe('the filter for the network', () => {
  it('a point passes if it matches both the shopper’s and the shop’s lists', () => {
    fc.assert(
      fc.property(someRules, someAllowed, someClass, (rules, allowed, [country, type, locationType]) => {
        const expected =
          lets(rules.countries, country) &&
          lets(allowed.countries, country) &&
          lets(rules.types, type) &&
          lets(allowed.pointTypes, type) &&
          (type === '' || lets(allowed.filter?.types, type)) &&
          lets(rules.locationTypes, locationType) &&
          lets(allowed.locationTypes, locationType) &&
          (locationType === '' || lets(allowed.filter?.locationTypes, locationType));
        const filter = toPointFilter(rules, allowed);
        const [accepted] = acceptClasses(
          [{ ...byDimension('field', () => ''), country, type, locationType }],
          filter ?? {},
        );
        expect(Boolean(accepted)).toBe(expected);
      }),
    );
  });

  it('without any rules there is no filter, so that no counts need to be fetched', () => {
    expect(toPointFilter(NO_RULES)).toBeNull();
    expect(toPointFilter({ ...NO_RULES, openNow: true }, { excludeIds: [], countries: [] })).toBeNull();
  });

  it('points that the shop excludes don’t pass', () => {
    expect(toPointFilter(NO_RULES, { excludeIds: ['PL_1'] })).toEqual({ excludedIds: ['PL_1'] });
  });

  it('nothing passes if the shopper filters for points that the shop doesn’t offer', () => {
    expect(toPointFilter({ ...NO_RULES, types: ['PUDO'] }, { pointTypes: ['APM'] })).toEqual({ types: [] });
  });

  it('a type that is unknown to this version is preserved', () => {
    expect(toPointFilter({ ...NO_RULES, types: ['DRONE_PAD'] })).toEqual({ types: ['DRONE_PAD'] });
  });
});

it('each active rule is counted', () => {
  expect(countRules(NO_RULES)).toBe(0);
  expect(countRules({ ...NO_RULES, types: ['APM', 'PUDO'], openNow: true, capabilities: ['X'] })).toBe(4);
});
