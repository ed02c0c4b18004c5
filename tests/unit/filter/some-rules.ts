import fc from 'fast-check';
import { byDimension } from '#contract/filter-dimensions.ts';
import type { PointRules } from '#filter/point-rules.ts';

/** A shopper's rules, about known, unknown and missing values. */
export const someRules: fc.Arbitrary<PointRules> = fc.record({
  ...byDimension('list', () => fc.subarray<string>([])),
  types: fc.subarray(['APM', 'PUDO', '', 'NEW']),
  locationTypes: fc.subarray(['INDOOR', 'OUTDOOR', '']),
  countries: fc.subarray(['PL', 'FR', '']),
  openNow: fc.boolean(),
  openSaturday: fc.boolean(),
  openSunday: fc.boolean(),
  openAfter18: fc.boolean(),
  roundTheClock: fc.boolean(),
  capabilities: fc.subarray(['PARCEL_SEND', 'PARCEL_COLLECT']),
});
