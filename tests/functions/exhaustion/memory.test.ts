import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readClientNetwork } from '../../../functions/http/client-address.ts';
import { createOwnLogouts } from '../../../functions/oauth/own-logouts.ts';
import { createRefreshOnce } from '../../../functions/oauth/recent-refreshes.ts';
import { createParcelReader } from '../../../functions/parcels/parcel-reader.ts';
import { createLruCache } from '../../../functions/files/lru-cache.ts';
import { createRequestCounter } from '../../../functions/http/rate-limits.ts';
import { emptyParcelAnswer } from '#contract/public-parcel.ts';
import { createFileCache, createStoreCache, type FindFile } from '../../../functions/node/file-cache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEBIBYTE = 1024 * 1024;
/**
 * Memory that may remain after a garbage collection: the cache of missing files, and the test's
 * own.
 */
const MOST_BYTES = 8 * MEBIBYTE;
const TOGETHER = 100;

/** How much more memory is in use after looking up different paths that don't exist. */
async function measureGrowth(find: FindFile, amount: number, letters: string): Promise<number> {
  const lookUp = async (from: number) => {
    const paths = Array.from({ length: TOGETHER }, (_, at) => `/nowhere/${from + at}${letters}`);
    expect(new Set(await Promise.all(paths.map(async (path) => find(path))))).toEqual(new Set([null]));
  };
  await lookUp(-TOGETHER);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let from = 0; from < amount; from += TOGETHER) await lookUp(from);
  collectGarbage();
  const growth = process.memoryUsage().heapUsed - before;
  // The cache is in use until here.
  expect(await find('/nowhere')).toBe(null);
  return growth;
}

describe('One client can’t fill the memory', () => {
  const noFile = { read: () => Promise.resolve(null) };

  it.each([
    [2_000, 'long paths in a store', createStoreCache(noFile), 'x'.repeat(30_000)],
    [1_000, 'long paths on disk', createFileCache(), 'x'.repeat(30_000)],
    [1_000, 'characters of two bytes', createStoreCache(noFile), 'я'.repeat(15_000)],
    [40_000, 'paths as long as those of files', createStoreCache(noFile), 'x'.repeat(240)],
  ])('paths that don’t exist don’t fill the memory: %d %s', async (amount, _what, find, letters) => {
    expect(await measureGrowth(find, amount, letters)).toBeLessThan(MOST_BYTES);
  });

  it('paths that don’t exist don’t evict cached files', async () => {
    const reads: string[] = [];
    const find = createStoreCache({
      read(name) {
        reads.push(name);
        return Promise.resolve(name.startsWith('0123456789abcdef/') ? new Uint8Array(100_000) : null);
      },
    });
    const files = Array.from({ length: 20 }, (_, at) => `0123456789abcdef/${at}.bin`);
    for (const name of files) await find(name);
    for (let at = 0; at < 3_000; at++) await find(`absent${at}${'x'.repeat(30_000)}`);
    reads.length = 0;
    for (const name of files) expect(await find(name)).not.toBe(null);
    expect(reads).toEqual([]);
  });
});

describe('Copied texts', () => {
  const STORED = 1_000;
  /** A slice of a longer text, such as a URL or a header, one character of which takes two bytes. */
  const cutOut = (at: number) => `${'x'.repeat(30_000)} part-of-a-long-text-${at} \u3000`.split(' ')[1]!;

  const logouts = createOwnLogouts(() => 0);
  const refreshOnce = createRefreshOnce<number>(() => 0);
  const parcels = createParcelReader(() => 0);
  const waiting = createParcelReader(() => 0);
  const cache = createLruCache(64 * MEBIBYTE);
  const counter = createRequestCounter(() => 0);
  const files = createStoreCache({ read: () => Promise.resolve(new Uint8Array(1)) });
  const unknown = (numbers: readonly string[]) =>
    Promise.resolve(new Map(numbers.map((number) => [number, emptyParcelAnswer(number, 'unknown', null)])));

  it.each<[store: string, remember: (text: string) => unknown]>([
    ['in a cache', (text) => cache.set(text, 1, 1)],
    ['as a file', (text) => files(text)],
    ['as a parcel', (text) => parcels.read([text], unknown)],
    ['as a parcel that is being asked for', (text) => void waiting.read([text], () => new Promise(() => {}))],
    ['as a logout', (text) => logouts.revoke(text, 1)],
    ['as a refresh', (text) => refreshOnce(text, () => Promise.resolve(1))],
    ['as a client', (text) => counter('token', readClientNetwork(text))],
  ])('a copy doesn’t keep the longer text that it was cut from: %s', async (_store, remember) => {
    await remember(cutOut(-1));
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < STORED; at++) await remember(cutOut(at));
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(MOST_BYTES / 2);
    // The stores are in use until here.
    await remember(cutOut(0));
    expect([logouts.list(), cache.get('')]).toEqual([expect.anything(), undefined]);
  });
});
