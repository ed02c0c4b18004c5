import { AppError } from '#platform/errors.ts';
import { parseSnapshotJson, type SnapshotFiles } from '#network/snapshot-files.ts';
import type { LruCache } from '../files/lru-cache.ts';
import type { FileStore } from '../files/store.ts';

const decoder = new TextDecoder();

/** Opens files of a store for the network's readers. @param folder prefix of their names in the store */
export function openFiles(store: FileStore, folder = ''): SnapshotFiles {
  return filesOf(async (name) => {
    const bytes = await store.read(folder + name);
    if (bytes !== null) return bytes;
    throw new AppError('not_found', `There is no ${folder}${name}.`, { problems: [name] });
  });
}

/**
 * Caches the files of a folder between requests, as bytes. Reading a cached file needs no response,
 * timer or signal, which at the edge cost more than the work on a small file.
 */
export function cacheFiles(store: FileStore, folder: string, cache: LruCache): SnapshotFiles {
  const files = openFiles(store, folder);
  return filesOf((name, options = {}) => {
    // Apart from parsed files, which the cache holds by their names alone.
    const key = `bytes of ${folder}${name}`;
    if (options.cache === 'reload') cache.forget(key);
    return cache.getOrRead(
      key,
      () => files.readBytes(name),
      ({ length }) => length,
    );
  });
}

/** The network's readers' view of files that are read as bytes. */
export const filesOf = (readBytes: SnapshotFiles['readBytes']): SnapshotFiles => ({
  readBytes,
  readJson: async (name, options) => parseSnapshotJson(decoder.decode(await readBytes(name, options)), name),
});
