import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePoint, type PointDetails } from '#contract/point-details.ts';
import { findShopWords } from '#contract/shop-words.ts';
import { WEEKDAYS } from '#contract/weekday.ts';
import { needsItems, evaluate } from '#filter/evaluate-point.ts';
import { NO_RULES, OPENING_RULES, type PointRules } from '#filter/point-rules.ts';
import { someRules } from './some-rules.ts';

/** A Saturday, 12:00 in Warsaw. */
const SATURDAY_NOON = new Date('2026-05-02T10:00:00Z');

const week = (...times: { start: string; end: string }[]) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, times]));

const DAY = { start: '10:00', end: '14:00' };
const EVENING = { start: '10:00', end: '20:00' };
const WITH_NIGHT = { start: '06:00', end: '22:00' };
const WHOLE = { start: '00:00', end: '00:00' };
const TO_23_59 = { start: '00:01', end: '23:59' };

function makeDetails(fields: Record<string, unknown> = {}): PointDetails {
  return describePoint({
    id: 'PL_1',
    coordinates: { latitude: 52, longitude: 21 },
    country: 'PL',
    type: 'APM',
    locationType: 'OUTDOOR',
    ...fields,
  });
}

const withHours = (customer: object) => makeDetails({ operatingHours: { customer } });
const withRules = (rules: Partial<PointRules>): PointRules => ({ ...NO_RULES, ...rules });
const evaluateNow = (details: PointDetails, rules: Partial<PointRules>) =>
  evaluate(details, withRules(rules), SATURDAY_NOON);

const someTime = fc
  .tuple(fc.nat({ max: 23 }), fc.constantFrom('00', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const someTimes = fc.array(fc.record({ start: someTime, end: someTime }), { maxLength: 2 });
const someDetails = fc
  .record(
    {
      location247: fc.constantFrom(true, false, null),
      operatingHours: fc.record({
        customer: fc.option(
          fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, someTimes])), { requiredKeys: [] }),
        ),
      }),
      type: fc.constantFrom('APM', 'PUDO', ''),
      locationType: fc.constantFrom('INDOOR', ''),
      capabilities: fc.subarray(['PARCEL_SEND', 'PARCEL_COLLECT']),
    },
    { requiredKeys: [] },
  )
  .map(makeDetails);

describe('evaluating a point', () => {
  it('every point matches if there are no rules', () => {
    fc.assert(
      fc.property(someDetails, (details) => {
        expect(evaluate(details, NO_RULES, SATURDAY_NOON)).toEqual({ matches: 'yes', reasons: [] });
      }),
    );
  });

  it('a result of “no” has a reason of “no”, and “unknown” only unknown ones', () => {
    fc.assert(
      fc.property(someDetails, someRules, (details, rules) => {
        const { matches, reasons } = evaluate(details, rules, SATURDAY_NOON);
        const verdicts = reasons.map((reason) => reason.matches);
        expect(matches).toBe(
          verdicts.includes('no') ? 'no' : verdicts.includes('unknown') ? 'unknown' : 'yes',
        );
        expect(verdicts).toEqual([...verdicts].sort());
      }),
    );
  });

  it('more rules never improve a result', () => {
    const worth = { yes: 2, unknown: 1, no: 0 };
    fc.assert(
      fc.property(someDetails, someRules, fc.constantFrom(...OPENING_RULES), (details, rules, rule) => {
        const less = evaluate(details, { ...rules, [rule]: false }, SATURDAY_NOON);
        const more = evaluate(details, { ...rules, [rule]: true }, SATURDAY_NOON);
        expect(worth[more.matches]).toBeLessThanOrEqual(worth[less.matches]);
      }),
    );
  });

  it('unknown data never counts as “no”', () => {
    const silent = makeDetails({ type: '', locationType: '', country: '' });
    fc.assert(
      fc.property(someRules, (rules) => {
        expect(evaluate(silent, rules, SATURDAY_NOON).matches).not.toBe('no');
      }),
    );
  });

  it('being open round the clock never makes a result worse', () => {
    const always = makeDetails({ location247: true });
    for (const rule of OPENING_RULES) expect(evaluateNow(always, { [rule]: true }).matches).toBe('yes');
  });

  it.each([
    ['open now', week(DAY), { openNow: true }, 'yes'],
    ['closed now', week({ start: '13:00', end: '14:00' }), { openNow: true }, 'no'],
    ['a Sunday that is closed', { ...week(DAY), sunday: [] }, { openSunday: true }, 'no'],
    ['a Sunday without data', { monday: [DAY] }, { openSunday: true }, 'unknown'],
    ['a Saturday', { saturday: [{ start: '10:00', end: '11:00' }] }, { openSaturday: true }, 'yes'],
    ['evenings', week({ start: '10:00', end: '18:30' }), { openAfter18: true }, 'yes'],
    ['closing at 18:00 sharp', week({ start: '10:00', end: '18:00' }), { openAfter18: true }, 'no'],
    ['one workday without an evening', { ...week(EVENING), friday: [DAY] }, { openAfter18: true }, 'no'],
    ['evenings of some days', { monday: [EVENING] }, { openAfter18: true }, 'unknown'],
    ['whole days', week({ start: '00:00', end: '24:00' }), { roundTheClock: true }, 'yes'],
    ['days to 23:59', week({ start: '00:00', end: '23:59' }), { roundTheClock: true }, 'yes'],
    ['days to 23:54', week({ start: '00:00', end: '23:54' }), { roundTheClock: true }, 'no'],
    ['one day to 23:59, others unknown', { monday: [TO_23_59] }, { roundTheClock: true }, 'unknown'],
    ['days with a night', week(WITH_NIGHT), { roundTheClock: true }, 'no'],
    ['one day with a night, others unknown', { monday: [WITH_NIGHT] }, { roundTheClock: true }, 'no'],
    ['one whole day, others unknown', { monday: [WHOLE] }, { roundTheClock: true }, 'unknown'],
  ] as const)('opening rules answer %s', (_, customer, rules, matches) => {
    expect(evaluateNow(withHours(customer), rules).matches).toBe(matches);
  });

  it('opening rules use the point’s local time', () => {
    const hours = { operatingHours: { customer: week({ start: '12:00', end: '12:30' }) } };
    expect(evaluateNow(makeDetails(hours), { openNow: true }).matches).toBe('yes');
    expect(evaluateNow(makeDetails({ ...hours, country: 'GB' }), { openNow: true }).matches).toBe('no');
    expect(evaluateNow(makeDetails({ ...hours, country: 'AQ' }), { openNow: true }).matches).toBe('unknown');
  });

  it('a missing capability is named', () => {
    const details = makeDetails({ capabilities: ['PARCEL_COLLECT'] });
    expect(evaluateNow(details, { capabilities: ['PARCEL_COLLECT', 'PARCEL_SEND'] }).reasons).toEqual([
      { rule: 'capability', matches: 'no', value: 'PARCEL_SEND' },
    ]);
    expect(evaluateNow(makeDetails(), { capabilities: ['PARCEL_SEND'] }).matches).toBe('unknown');
  });

  it('the shop’s own rules apply too, and excluded points never match', () => {
    const closed = withHours(week({ start: '13:00', end: '14:00' }));
    const under = (allowed: object) => evaluate(closed, NO_RULES, SATURDAY_NOON, allowed);
    expect(under({ filter: { openNow: true } }).matches).toBe('no');
    expect(under({ filter: { roundTheClock: true } }).matches).toBe('no');
    expect(under({ filter: { capabilities: ['PARCEL_SEND'] } }).matches).toBe('unknown');
    expect(under({ excludeIds: ['PL_1'] }).reasons).toEqual([{ rule: 'excluded', matches: 'no', value: '' }]);
    expect(under({ excludeIds: ['PL_2'], pointTypes: ['APM'] }).matches).toBe('yes');
    expect(under({ pointTypes: ['PUDO'] }).matches).toBe('no');
  });
});

it('items are needed only for rules that nothing else can answer', () => {
  expect(needsItems(withRules({ types: ['APM'] }), { excludeIds: ['PL_1'] })).toBe(false);
  expect(needsItems(withRules({ openNow: true }))).toBe(true);
  expect(needsItems(NO_RULES, { filter: { capabilities: ['PARCEL_SEND'] } })).toBe(true);
});

describe('a shop’s own rule', () => {
  const LOCKER = { id: 'PL_1', type: 'APM', capabilities: ['CASH', 'COLLECT'] };
  const reasonFor = (rule: object, fields: object = LOCKER) => {
    const allowed = { filter: { rules: [{ ...rule, reason: 'Not for this basket.' }] } };
    return evaluate(makeDetails({ ...fields }), NO_RULES, SATURDAY_NOON, allowed).reasons[0];
  };
  const REFUSED = { rule: 'shop', matches: 'no', value: 'Not for this basket.' };

  // Proves: embedding/rules.
  it.each([
    [{}],
    [{ ids: ['PL_0', 'PL_1'] }],
    [{ types: ['APM'] }],
    [{ locationTypes: ['OUTDOOR'] }],
    [{ capabilities: ['CASH', 'COLLECT'] }],
    [{ lacks: ['CASH', 'FRIDGE'] }],
    [{ ids: ['PL_1'], types: ['APM'] }],
  ])('a rule refuses a matching point, with its reason: %j', (rule) => {
    expect(reasonFor(rule)).toEqual(REFUSED);
  });

  it.each([
    [{ ids: ['PL_2'] }],
    [{ types: ['PUDO'] }],
    [{ locationTypes: ['INDOOR'] }],
    [{ capabilities: ['CASH', 'FRIDGE'] }],
    [{ lacks: ['CASH', 'COLLECT'] }],
    [{ ids: ['PL_1'], types: ['PUDO'] }],
  ])('a rule ignores a point that doesn’t match: %j', (rule) => {
    expect(reasonFor(rule)).toBeUndefined();
  });

  it('a rule about missing capabilities doesn’t match a point whose capabilities are unknown', () => {
    expect(reasonFor({ lacks: ['CASH'] }, { ...LOCKER, capabilities: [] })).toBeUndefined();
  });

  it('a rule without a reason refuses nothing; the first matching reason and label win', () => {
    const rules = [
      { ids: ['PL_2'], label: 'Free' },
      { types: ['APM'], label: '9.99' },
      { label: '12.99', reason: 'First.' },
      { reason: 'Second.' },
    ];
    const details = makeDetails(LOCKER);
    expect(findShopWords(details, rules.slice(0, 2), 'label')).toBe('9.99');
    // A rejected point isn't offered at a price: only the rejecting rule's label is shown.
    expect(findShopWords(details, rules, 'label')).toBe('12.99');
    expect(findShopWords(details, rules.toSpliced(2, 1), 'label')).toBeNull();
    expect(evaluate(details, NO_RULES, SATURDAY_NOON, { filter: { rules } }).reasons).toEqual([
      { ...REFUSED, value: 'First.' },
    ]);
    expect(evaluate(details, NO_RULES, SATURDAY_NOON, { filter: { rules: rules.slice(0, 2) } }).matches).toBe(
      'yes',
    );
    expect(needsItems(NO_RULES, { filter: { rules } })).toBe(true);
    expect(needsItems(NO_RULES, { filter: { rules: rules.slice(0, 2) } })).toBe(false);
  });
});
