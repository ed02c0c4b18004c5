import { expect, it } from 'vitest';
import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import type { Reason } from '#filter/evaluate-point.ts';
import { OPENING_RULES } from '#filter/point-rules.ts';
import { explainEvaluation, nameOpeningRule } from '../../../src/lib/filter/rule-words.ts';

const RULES: Reason['rule'][] = [
  ...OPENING_RULES,
  'excluded',
  ...FILTER_DIMENSIONS.map(({ field }) => field),
  'capability',
];

it('a matching point has no explanation', () => {
  expect(explainEvaluation({ matches: 'yes', reasons: [] })).toBeNull();
});

it('every rule has its own texts', () => {
  const words = RULES.map((rule) =>
    explainEvaluation({ matches: 'no', reasons: [{ rule, matches: 'no', value: 'X' }] }),
  );
  expect(new Set(words).size).toBe(RULES.length);
  expect(new Set(OPENING_RULES.map(nameOpeningRule)).size).toBe(OPENING_RULES.length);
});

it('an explanation lists only the “no” reasons if there are any, and each unknown value once', () => {
  const unknownHours: Reason[] = [
    { rule: 'openNow', matches: 'unknown', value: '' },
    { rule: 'openSunday', matches: 'unknown', value: '' },
  ];
  const closed: Reason = { rule: 'capability', matches: 'no', value: 'PARCEL_SEND' };
  expect(explainEvaluation({ matches: 'no', reasons: [closed, ...unknownHours] })).toBe(
    'Doesn’t match: without “Send a parcel”',
  );
  expect(explainEvaluation({ matches: 'unknown', reasons: unknownHours })).toBe('Not known: opening hours');
});
