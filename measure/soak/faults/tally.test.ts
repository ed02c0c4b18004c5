import { describe, expect, it } from 'vitest';
import { countOutcomes, during, measureRecovery, type Asked, type Outcome } from './tally.ts';

const broken = { name: 'gone', beganMs: 1_000, endedMs: 2_000, untilMs: 9_000 };

const request = (beganMs: number, endedMs: number, outcome: Outcome): Asked => ({
  runtime: 'node',
  route: 'list',
  who: 'broker',
  beganMs,
  endedMs,
  outcome,
  detail: '',
});

describe('recovery after a fault', () => {
  it('lasts until the last bad answer to what was sent since', () => {
    const asked = [
      request(2_100, 2_900, 'failed'),
      request(2_500, 4_500, 'refused'),
      request(4_600, 4_700, 'fine'),
    ];
    expect(measureRecovery(asked, broken)).toBe(2_500);
  });

  it.each([
    ['what was sent while it lasted', request(1_900, 3_000, 'failed')],
    ['what is fine, however late', request(2_100, 8_000, 'fine')],
    ['what the next fault did', request(9_000, 9_100, 'failed')],
  ])('isn’t made longer by %s', (_what, asked) => {
    expect(measureRecovery([asked], broken)).toBe(0);
  });

  it('is as long as a wrong answer is given', () => {
    expect(measureRecovery([request(2_000, 2_300, 'wrong')], broken)).toBe(300);
  });
});

it('counts how requests ended by what they have in common', () => {
  const asked = [
    request(1, 2, 'fine'),
    request(1, 2, 'fine'),
    { ...request(1, 2, 'wrong'), route: 'widget' },
  ];
  expect(Object.fromEntries(countOutcomes(asked, ({ route }) => route))).toEqual({
    list: { fine: 2, refused: 0, failed: 0, wrong: 0 },
    widget: { fine: 0, refused: 0, failed: 0, wrong: 1 },
  });
  expect(
    during([request(999, 1_500, 'fine'), request(1_000, 1, 'fine'), request(2_000, 1, 'fine')], broken),
  ).toHaveLength(1);
});
