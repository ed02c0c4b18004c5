import { describe, expect, it } from 'vitest';
import { createLimit, forEachLimit } from '#async/limit.ts';

const fail = (): never => {
  throw new Error('broken');
};

describe('Concurrent handling of items', () => {
  it.each([
    ['is rejected', () => Promise.reject(new Error('broken'))],
    ['throws before it waits for anything', fail],
  ])('starts no more items once one %s', async (_what, break_) => {
    const begun: number[] = [];
    const handled = forEachLimit(2, [...Array(20).keys()], (item) => {
      begun.push(item);
      return item === 1 ? break_() : Promise.resolve();
    });
    await expect(handled).rejects.toThrow('broken');
    expect(begun.length).toBeLessThan(5);
  });

  it('throws the first failure after all running handlers have ended', async () => {
    let hasEnded = false;
    const handled = forEachLimit(2, [0, 1], async (item) => {
      if (item === 1) throw new Error('first');
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      hasEnded = true;
      throw new Error('second');
    });
    await expect(handled).rejects.toThrow('first');
    expect(hasEnded).toBe(true);
  });
});

it('A limit runs no more tasks at a time, and starts the waiting ones in order', async () => {
  const run = createLimit(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = [0, 1, 2, 3].map((number) =>
    run(() => {
      started.push(number);
      return new Promise<void>((resolve, reject) =>
        ends.push(number === 0 ? () => reject(new Error()) : resolve),
      );
    }).catch(() => undefined),
  );
  expect(started).toEqual([0, 1]);
  // A task that fails makes room too.
  for (const expected of [
    [0, 1, 2],
    [0, 1, 2, 3],
  ]) {
    ends.shift()!();
    await expect.poll(() => started).toEqual(expected);
  }
  for (const end of ends) end();
  await Promise.all(tasks);
});
