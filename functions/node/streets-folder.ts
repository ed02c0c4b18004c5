import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checkLength, LARGEST_WHOLE, StoreError, type StreetsStore } from '../files/streets-store.ts';

/** Short, since reading a local file is cheap: changes by `npm run streets` show within a second. */
const CACHE_MS = 1_000;

/** Streets in a folder. @param folder may not exist yet */
export function createStreetsFolder(folder: string): StreetsStore {
  async function withFile<Answer>(
    name: string,
    read: (file: FileHandle) => Promise<Answer>,
  ): Promise<Answer | null> {
    let file: FileHandle;
    try {
      file = await open(join(folder, name));
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
      throw new StoreError("the streets' folder can't be read", { cause });
    }
    try {
      return await read(file);
    } finally {
      await file.close();
    }
  }

  async function readFrom(file: FileHandle, offset: number, length: number) {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  }

  return {
    cacheMs: CACHE_MS,
    readWhole: (name) => withFile(name, (file) => readFrom(file, 0, LARGEST_WHOLE)),
    readRange: (name, offset, length) =>
      withFile(name, async (file) => checkLength(await readFrom(file, offset, length), length)),
  };
}
