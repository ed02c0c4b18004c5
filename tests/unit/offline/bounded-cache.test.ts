import { beforeEach, describe, expect, it, vi } from 'vitest';
import { putBounded } from '../../../src/lib/offline/bounded-cache.ts';

const ORIGIN = 'https://points.test';

/** The part of the browser's cache that is needed, in the order of insertion. */
class FakeCache {
  readonly #answers = new Map<string, Response>();
  readonly #at = (key: Request | string) => (typeof key === 'string' ? key : new URL(key.url).pathname);
  match = (key: Request | string) => Promise.resolve(this.#answers.get(this.#at(key)));
  matchAll = () => Promise.resolve([...this.#answers.values()]);
  keys = () => Promise.resolve([...this.#answers.keys()].map((path) => new Request(ORIGIN + path)));
  put = (key: Request | string, answer: Response) =>
    Promise.resolve(void this.#answers.set(this.#at(key), answer));
  delete = (key: Request | string) => Promise.resolve(this.#answers.delete(this.#at(key)));
}

const bounds = { maxBytes: 30, isLasting: (path: string) => path === '/lasting' };
let cache: FakeCache;
let name = '';
let made = 0;

beforeEach(() => {
  cache = new FakeCache();
  name = `cache-${made++}`;
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
});

const store = (path: string, bytes: number) =>
  putBounded(name, path, new Response('x'.repeat(bytes)), bounds);
const list = async () => (await cache.keys()).map(({ url }) => new URL(url).pathname);

describe('a bounded cache', () => {
  // Proves: security/bounded-offline.
  it('the oldest entries are evicted first, except lasting ones', async () => {
    for (const path of ['/lasting', '/a', '/b', '/c']) await store(path, 10);
    expect(await list()).toEqual(['/lasting', '/b', '/c']);
  });

  it('a replaced entry becomes the newest, and is counted once', async () => {
    for (const path of ['/a', '/b', '/c', '/a', '/d']) await store(path, 10);
    expect(await list()).toEqual(['/c', '/a', '/d']);
  });

  it('entries of an earlier worker are counted', async () => {
    for (const path of ['/a', '/b', '/c']) await store(path, 10);
    name = `${name}-of-another-life`;
    await store('/d', 10);
    expect(await list()).toEqual(['/b', '/c', '/d']);
  });

  it('the size is correct if many entries arrive at once', async () => {
    await Promise.all(['/a', '/b', '/c', '/d', '/e'].map((path) => store(path, 10)));
    expect(await list()).toEqual(['/c', '/d', '/e']);
  });

  it('an interrupted response doesn’t stop the cache', async () => {
    const cut = new ReadableStream({ start: (controller) => controller.error(new Error('cut off')) });
    await putBounded(name, '/cut', new Response(cut), bounds);
    await store('/a', 10);
    expect(await list()).toEqual(['/a']);
  });
});
