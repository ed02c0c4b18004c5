import { parseJson, type ReadOptions, type SnapshotFiles } from '../../src/lib/network/snapshot-files.ts';
import type { LruCache } from './lru-cache.ts';

const decoder = new TextDecoder();

/**
 * Files of a folder, kept between requests as bytes. One that is kept is read without a response, a timer and a signal, which at the edge
 * cost more than what is done with a small file.
 * @param folder prefix of their names in the cache
 */
export function keepFiles(files: SnapshotFiles, folder: string, kept: LruCache): SnapshotFiles {
  async function readBytes(name: string, options: ReadOptions = {}): Promise<Uint8Array> {
    if (options.cache === 'reload') kept.forget(folder + name);
    return kept.getOrRead(folder + name, async () => {
      const value = await files.readBytes(name, options);
      return { value, bytes: value.length };
    });
  }

  return {
    readBytes,
    readJson: async (name, options) => parseJson(decoder.decode(await readBytes(name, options)), name),
  };
}
