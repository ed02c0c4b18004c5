import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLimit } from '#async/limit.ts';
import { AppError } from '#platform/errors.ts';
import {
  checkLength,
  storeFailure,
  type FileRange,
  type FileStore,
  type Publication,
} from '../files/store.ts';

/** Short, since reading a local file is cheap: a new version is served within a second. */
const CACHE_MS = 1_000;
/** Maximum number of files read at once, since each takes a file descriptor. */
const MAX_CONCURRENT = 16;

/** Published files in a folder. @param folder may not exist yet */
export function createFolderStore(folder: string, publication: Publication): FileStore {
  const limit = createLimit(MAX_CONCURRENT);

  async function readRange(name: string, range: FileRange): Promise<Uint8Array<ArrayBuffer>> {
    const file = await open(join(folder, name));
    try {
      const bytes = new Uint8Array(range.length);
      const { bytesRead } = await file.read(bytes, 0, range.length, range.offset);
      return checkLength(bytes.subarray(0, bytesRead), range, publication);
    } finally {
      await file.close();
    }
  }

  return {
    cacheMs: CACHE_MS,
    read: (name, range) =>
      limit(() => (range === undefined ? readFile(join(folder, name)) : readRange(name, range))).catch(
        (error: unknown) => {
          if (error instanceof AppError) throw error;
          const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
          if (code === 'ENOENT') return null;
          throw storeFailure(`The ${publication.owner} folder can't be read (${code}).`, error);
        },
      ),
  };
}
