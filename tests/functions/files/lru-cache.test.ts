import { describe, expect, it } from 'vitest';
import { createLruCache, isRecent } from '../../../functions/files/lru-cache.ts';

describe('LRU cache', () => {
  it('the cache is limited in bytes and evicts the least recently used entry', () => {
    const cache = createLruCache(10_000);
    cache.set('a', 1, 4_000);
    cache.set('b', 2, 4_000);
    cache.get('a');
    cache.set('c', 3, 4_000);
    expect(['a', 'b', 'c'].map((name) => cache.get(name))).toEqual([1, undefined, 3]);
    cache.set('a', 4, 6_000);
    cache.set('large', 5, 10_000);
    expect(['a', 'c', 'large'].map((name) => cache.get(name))).toEqual([undefined, undefined, undefined]);
    cache.set('d', 6, 9_800);
    expect(cache.get('d')).toBe(6);
    cache.forget('d');
    expect(cache.get('d')).toBeUndefined();
    cache.set('e', 7, 9_800);
    expect(['d', 'e'].map((name) => cache.get(name))).toEqual([undefined, 7]);
    cache.clear();
    expect(cache.get('e')).toBeUndefined();
    cache.set('f', 8, 9_800);
    expect(cache.get('f')).toBe(8);
  });

  /** Number of entries with a name and size that fit into a number of bytes. */
  function countEntries(name: (at: number) => string, valueBytes: number, maxBytes: number): number {
    const cache = createLruCache(maxBytes);
    const names = Array.from({ length: 100 }, (_, at) => name(at));
    for (const name of names) cache.set(name, true, valueBytes);
    return names.filter((name) => cache.get(name) === true).length;
  }

  it('names count in an entry’s size, with two bytes per character beyond Latin-1', () => {
    const padded = (letter: string) => (at: number) => `${at}`.padStart(72, letter);
    // An entry takes 128 bytes beyond its name and its value.
    expect(countEntries(padded('a'), 0, 2_000)).toBe(10);
    expect(countEntries(padded('ÿ'), 0, 2_000)).toBe(10);
    expect(countEntries(padded('ā'), 0, 2_720)).toBe(10);
    expect(countEntries(padded('я'), 28, 3_000)).toBe(10);
    expect(countEntries(padded('a'), 0, 1_999)).toBe(9);
  });

  it('setting an entry again replaces it, and it counts once', () => {
    const cache = createLruCache(10_000);
    for (let times = 0; times < 100; times++) cache.set('a', times, 4_000);
    cache.set('b', true, 4_000);
    expect([cache.get('a'), cache.get('b')]).toEqual([99, true]);
    cache.forget('nothing');
    expect(cache.get('nothing')).toBeUndefined();
  });

  it('an entry is read once, and again after a failed read', async () => {
    const cache = createLruCache(10_000);
    let reads = 0;
    const read = () => {
      reads++;
      return reads === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve(reads);
    };
    const get = () => cache.getOrRead('a', read, () => 10);
    await expect(get()).rejects.toThrow('no connection');
    expect([await get(), await get()]).toEqual([2, 2]);
    expect(reads).toBe(2);
  });

  it('an entry is recent for its time, and not at all if its time is in the future because the clock was set back', () => {
    const recent = [999, 1_000, 1_099, 1_100].map((nowMs) => isRecent(1_000, nowMs, 100));
    expect(recent).toEqual([false, true, true, false]);
  });
});
