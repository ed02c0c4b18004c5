import { describe, expect, it } from 'vitest';
import { createLru } from '#async/lru.ts';

describe('a map that forgets', () => {
  it('lets go of what was unused for longest, and never holds more than it may', () => {
    const lru = createLru<string, number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    expect(lru.get('a')).toBe(1);
    lru.set('c', 3);
    expect([lru.has('a'), lru.has('b'), lru.has('c')]).toEqual([true, false, true]);
    lru.set('a', 4);
    lru.set('d', 5);
    expect([...lru.values()]).toEqual([4, 5]);
  });

  it('forgets what it is told to', () => {
    const lru = createLru<string, number>(2);
    lru.set('a', 1);
    lru.delete('a');
    expect(lru.get('a')).toBeUndefined();
  });
});
