import { parseJson, type ReadOptions, type SnapshotFiles } from '../../src/lib/network/snapshot-files.ts';
import type { LruCache } from '../files/lru-cache.ts';

const decoder = new TextDecoder();

/**
 * Caches the files of a folder between requests, as bytes. Reading a cached file needs no response,
 * timer or signal, which at the edge cost more than the work on a small file.
 * @param folder prefix of the files' names in the cache
 */
export function cacheFiles(files: SnapshotFiles, folder: string, cache: LruCache): SnapshotFiles {
  async function readBytes(name: string, options: ReadOptions = {}): Promise<Uint8Array> {
    if (options.cache === 'reload') cache.forget(folder + name);
    return cache.getOrRead(folder + name, async () => {
      const value = await files.readBytes(name, options);
      return { value, bytes: value.length };
    });
  }

  return {
    readBytes,
    readJson: async (name, options) => parseJson(decoder.decode(await readBytes(name, options)), name),
  };
}
