import { expect, it } from 'vitest';
import { cacheFiles } from '../../../functions/points/cache-files.ts';
import { NETWORK_PUBLICATION } from '../../../functions/files/store.ts';
import { createUrlStore } from '../../../functions/files/url-store.ts';
import { createLruCache } from '../../../functions/files/lru-cache.ts';

/** Files at a URL, whose content is the number of times that they were requested. */
function start() {
  const counts = new Map<string, number>();
  const state = { isDown: false };
  const request: typeof fetch = (input) => {
    if (state.isDown) return Promise.resolve(new Response(null, { status: 503 }));
    const address = input as string;
    counts.set(address, (counts.get(address) ?? 0) + 1);
    return Promise.resolve(new Response(String(counts.get(address))));
  };
  const cache = createLruCache(10_000);
  const store = createUrlStore('https://files.example/', request, NETWORK_PUBLICATION);
  const open = (folder: string) => cacheFiles(store, folder, cache);
  return { open, state, cache };
}

it('a file is cached for all readers, by its folder and name', async () => {
  const { open } = start();
  expect(await open('one/').readJson('a')).toBe(1);
  expect(await open('one/').readJson('a')).toBe(1);
  expect(new TextDecoder().decode(await open('one/').readBytes('a'))).toBe('1');
  expect(await open('other/').readJson('a')).toBe(1);
});

it('a damaged file is read again, and replaces the cached one', async () => {
  const { open } = start();
  const files = open('one/');
  expect(await files.readJson('a')).toBe(1);
  expect(await files.readJson('a', { cache: 'reload' })).toBe(2);
  expect(await files.readJson('a')).toBe(2);
});

it('a failure isn’t cached, and doesn’t evict the cached file', async () => {
  const { open, state } = start();
  const files = open('one/');
  await files.readJson('a');
  state.isDown = true;
  expect(await files.readJson('a')).toBe(1);
  await expect(files.readJson('b')).rejects.toMatchObject({ code: 'unavailable' });
  state.isDown = false;
  expect(await files.readJson('b')).toBe(1);
});

it('reading a cached file starts no timer, which the edge would count as CPU time', async () => {
  const { open } = start();
  const files = open('one/');
  await files.readBytes('a');
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (() => {
    throw new Error('a timer');
  }) as unknown as typeof setTimeout;
  try {
    expect(await files.readJson('a')).toBe(1);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
});

it('a parsed file that is cached under the same name isn’t taken for bytes', async () => {
  const { open, cache } = start();
  cache.set('/one/a', { parsed: true }, 1);
  expect(await open('/one/').readJson('a')).toBe(1);
  expect(cache.get('/one/a')).toEqual({ parsed: true });
});
