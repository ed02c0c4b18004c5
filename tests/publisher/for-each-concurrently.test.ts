import { describe, expect, it } from 'vitest';
import { forEachConcurrently } from '../../publisher/for-each-concurrently.ts';

const fail = (): never => {
  throw new Error('broken');
};

describe('Concurrent handling of items', () => {
  it.each([
    ['is rejected', () => Promise.reject(new Error('broken'))],
    ['throws before it waits for anything', fail],
  ])('starts no more items once one %s', async (_what, break_) => {
    const begun: number[] = [];
    const handled = forEachConcurrently([...Array(20).keys()], 2, (item) => {
      begun.push(item);
      return item === 1 ? break_() : Promise.resolve();
    });
    await expect(handled).rejects.toThrow('broken');
    expect(begun.length).toBeLessThan(5);
  });

  it('throws the first failure after all running handlers have ended', async () => {
    let hasEnded = false;
    const handled = forEachConcurrently([0, 1], 2, async (item) => {
      if (item === 1) throw new Error('first');
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      hasEnded = true;
      throw new Error('second');
    });
    await expect(handled).rejects.toThrow('first');
    expect(hasEnded).toBe(true);
  });
});
