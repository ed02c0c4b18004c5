import { describe, expect, it } from 'vitest';
import type { ColdRow, ColdVariant } from './cold.ts';
import { describeCold } from './report-cold.ts';
import { describeVerdict, isMissed } from './targets.ts';

type Times = Pick<ColdRow, 'pinsMs' | 'fieldMs' | 'pressableMs' | 'answeringMs' | 'settledMs'>;

/** The floor's time on the machine on which the limits were set. */
const FLOOR_MS = 770;
const PRODUCT: Times = { pinsMs: 950, fieldMs: 540, pressableMs: 950, answeringMs: 1_170, settledMs: 1_250 };

const visit = (variant: ColdVariant, round: number, times: Times): ColdRow => ({
  part: 'cold',
  variant,
  points: 153_600,
  round,
  load: 1,
  ...times,
  shift: 0,
  platformRequests: 0,
  bytes: 100_000,
  requests: 12,
  roundTrips: 4,
  compileMs: 50,
  scriptMs: 200,
  layoutMs: 60,
});

/** @param slowness how slow the machine is in each round @param changes the times that a changed product takes */
function judge(slowness: readonly number[], changes: Partial<Times> = {}) {
  const rows = slowness.flatMap((times, round) => {
    const slowed = Object.entries({ ...PRODUCT, ...changes }).map(([name, ms]) => [name, ms && ms * times]);
    const none = { fieldMs: null, pressableMs: null, answeringMs: null, settledMs: FLOOR_MS * times };
    return [
      visit('product', round, Object.fromEntries(slowed) as Times),
      visit('floor', round, { pinsMs: FLOOR_MS * times, ...none }),
    ];
  });
  return describeCold(rows).verdicts.flatMap(({ holds, target }) => (holds ? [] : [target]));
}

describe('the targets of a cold visit', () => {
  it('are met on a machine three times slower, and on one whose speed varies', () => {
    expect(judge([1])).toEqual([]);
    expect(judge([3])).toEqual([]);
    expect(judge([1, 4, 2.5, 1, 6])).toEqual([]);
  });

  it.each([
    ['fieldMs', 'a field to type into in ≤ 0.85× the floor'],
    ['pinsMs', 'first pins in ≤ 1.3× the floor'],
    ['pressableMs', 'pins that can be pressed in ≤ 1.4× the floor'],
    ['answeringMs', 'pins that answer a press at once in ≤ 1.8× the floor'],
    ['settledMs', 'the view settled in ≤ 1.7× the floor'],
  ] as const)('are missed by a product whose %s grows, on a machine of any speed', (figure, target) => {
    const slower = { [figure]: PRODUCT[figure]! * 1.6 };
    for (const slowness of [[0.5], [1], [1, 4, 2.5, 1, 6]])
      expect(judge(slowness, slower)).toEqual([expect.stringContaining(target)]);
  });

  it('are missed by a product that never reaches what they measure', () => {
    expect(judge([1], { pressableMs: null })).toEqual([expect.stringContaining('pins that can be pressed')]);
  });
});

describe('the text of a verdict', () => {
  const missed = { holds: false, target: 'a target', measured: '2', limit: 'why' };
  const busy = 'others took 50 % of its processors';

  it('says that a time that missed its target on a busy machine isn’t judged', () => {
    expect(describeVerdict({ ...missed, timed: true }, null)).toMatch(/^✗ .*limit: why/s);
    expect(describeVerdict({ ...missed, timed: true }, busy)).toMatch(
      /^\? .*not judged: machine busy, others/s,
    );
  });

  it('makes the run exit with 1 if it shows a cross', () => {
    for (const verdict of [missed, { ...missed, timed: true }, { ...missed, holds: true }])
      for (const why of [null, busy])
        expect(isMissed(verdict, why)).toBe(describeVerdict(verdict, why).startsWith('✗'));
    expect(isMissed(missed, busy)).toBe(true);
  });

  it('is negative if a busy machine can’t be the cause', () => {
    expect(describeVerdict(missed, busy)).toMatch(/^✗/);
    expect(describeVerdict({ ...missed, holds: true, timed: true }, busy)).toMatch(/^✓/);
  });
});
