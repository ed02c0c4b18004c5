import { expect, it } from 'vitest';
import { partitionPoint } from '#network/snapshot-format/partition-point.ts';

it('The partition point is found in lists of any length with few comparisons', () => {
  for (let length = 0; length <= 65; length++) {
    for (let first = 0; first <= length; first++) {
      const requested: number[] = [];
      const point = partitionPoint(length, (at) => (requested.push(at), at < first));
      expect(point).toBe(first);
      expect(requested.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
      expect(requested.every((at) => at >= 0 && at < length)).toBe(true);
    }
  }
});
