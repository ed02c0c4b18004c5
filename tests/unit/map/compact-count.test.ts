import { describe, expect, it } from 'vitest';
import { compactCount } from '../../../src/lib/map/compact-count.ts';

describe('a compact count', () => {
  it.each([
    [2, '2'],
    [999, '999'],
    [1_000, '1k'],
    [1_449, '1.4k'],
    [9_999, '9.9k'],
    [12_987, '12k'],
    [999_999, '999k'],
    [3_000_000, '3M'],
  ])('shows %i as %s', (count, shown) => {
    expect(compactCount(count)).toBe(shown);
  });

  it('never takes more than four characters below ten million', () => {
    for (let count = 1; count < 1e7; count = Math.ceil(count * 1.37)) {
      expect(compactCount(count).length).toBeLessThanOrEqual(4);
    }
  });
});
