import { describe, expect, it } from 'vitest';
import { createRecentPicks } from '../../../src/lib/find/recent-picks.ts';
import { createFakeStorage } from '../fake-storage.ts';

const pick = (id: string) => ({ id, name: `Point ${id}` });

describe('recent points', () => {
  it('are the last five, the newest first, each once', () => {
    const picks = createRecentPicks(() => createFakeStorage().storage);
    const { storage } = createFakeStorage();
    const stored = createRecentPicks(() => storage);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'd']) stored.add(pick(id));
    expect(stored.read().map(({ id }) => id)).toEqual(['d', 'f', 'e', 'c', 'b']);
    expect(picks.read()).toEqual([]);
  });

  it('hold an id and a name and nothing else', () => {
    const { storage } = createFakeStorage();
    createRecentPicks(() => storage).add({ ...pick('a'), city: 'Warszawa' } as ReturnType<typeof pick>);
    expect(JSON.parse(storage.getItem(storage.key(0)!)!)).toEqual([{ id: 'a', name: 'Point a' }]);
  });

  it('are forgotten without a trace', () => {
    const { storage } = createFakeStorage();
    const stored = createRecentPicks(() => storage);
    stored.add(pick('a'));
    stored.forget();
    expect(stored.read()).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it.each(['{', 'null', '{}', '[null,{"id":7},{"id":"","name":"x"}]', '"x"'])(
    'are none where the storage holds %s',
    (content) => {
      const { storage } = createFakeStorage();
      const stored = createRecentPicks(() => storage);
      stored.add(pick('a'));
      storage.setItem(storage.key(0)!, content);
      expect(stored.read()).toEqual([]);
      stored.add(pick('b'));
      expect(stored.read()).toEqual([pick('b')]);
    },
  );

  it('fail softly where the storage is blocked', () => {
    const stored = createRecentPicks(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    stored.add(pick('a'));
    stored.forget();
    expect(stored.read()).toEqual([]);
  });
});
