import { describe, expect, it } from 'vitest';
import { percentile, spreadOf } from './statistics.ts';

describe('spreadOf', () => {
  it('takes the middle value in any order', () => {
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, least: 1, most: 9, rounds: 3 });
  });

  it('takes the mean of the two middle values of an even number', () => {
    expect(spreadOf([4, 1, 2, 10]).median).toBe(3);
  });

  it('throws if there are no values', () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe('percentile', () => {
  it('interpolates linearly between two values', () => {
    expect(percentile([0, 10], 0.95)).toBeCloseTo(9.5);
    expect(percentile([3, 1, 2], 1)).toBe(3);
  });
});
