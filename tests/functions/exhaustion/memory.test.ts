import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createFileMemory, createStoreMemory, type FindFile } from '../../../functions/node/file-memory.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEBIBYTE = 1024 * 1024;
/** What is allowed to remain, collected: the cache of absent files, and what the test itself uses. */
const MOST_BYTES = 8 * MEBIBYTE;
const TOGETHER = 100;

/** How much more memory is in use after looking for paths that don't exist, each of them once. */
async function measureGrowth(find: FindFile, amount: number, letters: string): Promise<number> {
  const look = async (from: number) => {
    const paths = Array.from({ length: TOGETHER }, (_, at) => `/nowhere/${from + at}${letters}`);
    expect(new Set(await Promise.all(paths.map(async (path) => find(path))))).toEqual(new Set([null]));
  };
  await look(-TOGETHER);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let from = 0; from < amount; from += TOGETHER) await look(from);
  collectGarbage();
  const growth = process.memoryUsage().heapUsed - before;
  // The cache is in use until here.
  expect(await find('/nowhere')).toBe(null);
  return growth;
}

describe('one client can’t fill the memory', () => {
  const noFile = { read: () => Promise.resolve(null) };

  it.each([
    [20_000, 'long paths in a store', createStoreMemory(noFile), 'x'.repeat(30_000)],
    [4_000, 'long paths on disk', createFileMemory(), 'x'.repeat(30_000)],
    [4_000, 'characters of two bytes', createStoreMemory(noFile), 'я'.repeat(15_000)],
    [40_000, 'paths as long as those of files', createStoreMemory(noFile), 'x'.repeat(240)],
  ])('by paths that don’t exist: %d %s (case 141)', async (amount, _what, find, letters) => {
    expect(await measureGrowth(find, amount, letters)).toBeLessThan(MOST_BYTES);
  });

  it('and takes no file’s place in it by them', async () => {
    const reads: string[] = [];
    const find = createStoreMemory({
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
