import { expect, it, vi } from 'vitest';
import { shareUnderWay } from '#platform/share-under-way.ts';

it('A shared call runs once at a time with the first arguments, and again after it has ended', async () => {
  const ask = vi.fn((question: string) => Promise.resolve(`answer to ${question}`));
  const share = shareUnderWay(ask);
  expect(await Promise.all([share('a'), share('b')])).toEqual(['answer to a', 'answer to a']);
  expect(await share('c')).toBe('answer to c');
  expect(ask.mock.calls).toEqual([['a'], ['c']]);
});

it('A shared call’s failure reaches all callers and isn’t cached', async () => {
  const ask = vi.fn(() => Promise.resolve('well')).mockRejectedValueOnce(new Error('ill'));
  const share = shareUnderWay(ask);
  const outcomes = await Promise.allSettled([share(), share()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share()).toBe('well');
  expect(ask).toHaveBeenCalledTimes(2);
});
