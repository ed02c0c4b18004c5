import { expect, it, vi } from 'vitest';
import { IN_FLIGHT, once, oncePerKey } from '#async/once.ts';

it('A shared call runs once at a time with the first arguments, and again after it has ended', async () => {
  const request = vi.fn((question: string) => Promise.resolve(`answer to ${question}`));
  const share = once(request, IN_FLIGHT);
  expect(await Promise.all([share('a'), share('b')])).toEqual(['answer to a', 'answer to a']);
  expect(await share('c')).toBe('answer to c');
  expect(request.mock.calls).toEqual([['a'], ['c']]);
});

it('A shared call’s failure reaches all callers and isn’t cached', async () => {
  const request = vi.fn(() => Promise.resolve('well')).mockRejectedValueOnce(new Error('ill'));
  const share = once(request, IN_FLIGHT);
  const outcomes = await Promise.allSettled([share(), share()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share()).toBe('well');
  expect(request).toHaveBeenCalledTimes(2);
});

it('A call that is made once keeps its result, and is made again after a failure', async () => {
  const request = vi.fn(() => Promise.resolve('well')).mockRejectedValueOnce(new Error('ill'));
  const share = once(request);
  await expect(share()).rejects.toThrow('ill');
  expect([await share(), await share()]).toEqual(['well', 'well']);
  expect(request).toHaveBeenCalledTimes(2);
});

it('A call per key is made once for each key, and again for the key used least recently', async () => {
  const request = vi.fn((key: string) => Promise.resolve(key));
  const share = oncePerKey(2, request);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await share(key)).toBe(key);
  expect(request.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b']);
});

it('Calls in flight are shared by key, however many there are, and none stays', async () => {
  const request = vi.fn((key: string) => Promise.resolve(key));
  const share = oncePerKey(IN_FLIGHT, request);
  const keys = ['a', 'b', 'c', 'a', 'b', 'c'];
  expect(await Promise.all(keys.map((key) => share(key)))).toEqual(keys);
  expect(await share('a')).toBe('a');
  expect(request.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a']);
});
