import { describe, expect, it } from 'vitest';
import { type Group, mergeNear } from '#network/groups.ts';

/** A group of some points, all at one place. */
const group = (key: number, count: number, x: number, y = 0): Group => ({
  cells: [],
  level: 20,
  key,
  count,
  sumX: x * count,
  sumY: y * count,
});
const merge = (groups: Group[]) => mergeNear(groups, 10).map(({ key, count }) => [key, count]);

describe('groups near each other', () => {
  it('are merged into the nearest of the larger ones', () => {
    expect(merge([group(1, 50, 0), group(2, 40, 15), group(3, 1, 9)])).toEqual([
      [1, 50],
      [2, 41],
    ]);
    expect(merge([group(1, 50, 0), group(2, 40, 15), group(3, 1, 6)])).toEqual([
      [1, 51],
      [2, 40],
    ]);
  });

  it('are those that are nearer than the reach on both axes', () => {
    expect(merge([group(1, 2, 0, 0), group(2, 1, 9, 9)])).toEqual([[1, 3]]);
    expect(merge([group(1, 2, 0, 0), group(2, 1, 9, 10)])).toHaveLength(2);
  });

  it('are merged until none are near: the middle moves towards the merged ones', () => {
    expect(merge([group(1, 2, 0), group(2, 1, 9), group(3, 1, 12.5)])).toEqual([[1, 4]]);
  });
});
