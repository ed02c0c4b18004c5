import { describe, expect, it } from 'vitest';
import type { RejectedItem } from '#platform/point.ts';
import { RejectionTally } from '../../../src/lib/picker/rejection-tally.ts';

const zero = (id: string | null): RejectedItem => ({ id, reason: 'coordinates_zero', problem: 'both are 0' });

describe('the tally of items that can’t be placed', () => {
  it('items are counted by reason, the most frequent first', () => {
    const tally = new RejectionTally();
    tally.add([{ id: null, reason: 'id_missing', problem: 'id' }, zero('A')]);
    tally.add([zero('B')]);
    expect(tally.byReason).toEqual([
      ['coordinates_zero', 2],
      ['id_missing', 1],
    ]);
    expect(tally.total).toBe(3);
  });

  it('a repeated item is counted once, and items without an id each time', () => {
    const tally = new RejectionTally();
    tally.add([zero('A'), zero(null)]);
    tally.add([zero('A'), zero(null)]);
    expect(tally.total).toBe(3);
  });

  it('the console gets one warning, with the counts and the first twenty', () => {
    const tally = new RejectionTally();
    tally.add(Array.from({ length: 30 }, (_, index) => zero(`P${index}`)));
    const calls: unknown[][] = [];
    tally.report((...details) => calls.push(details));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContainEqual({ coordinates_zero: 30 });
    expect(calls[0]?.at(-1)).toHaveLength(20);
  });

  it('nothing is logged if every item can be placed', () => {
    const calls: unknown[][] = [];
    new RejectionTally().report((...details) => calls.push(details));
    expect(calls).toEqual([]);
  });
});
