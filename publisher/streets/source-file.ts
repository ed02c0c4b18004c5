import { open, type FileHandle } from 'node:fs/promises';
import { StreetsError } from './explain-failure.ts';

export type SourceFile = Awaited<ReturnType<typeof openSourceFile>>;

/** @throws StreetsError if the file can't be opened; so does `read` if the file is shorter than the range */
export async function openSourceFile(path: string) {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (cause) {
    throw new StreetsError(`Can't read ${path}. Check that the file exists.`, { cause });
  }
  const { size } = await file.stat();
  return {
    path,
    bytes: size,
    read: async (offset: number, length: number) => {
      if (offset + length > size) throw truncatedFile(path, size, offset + length);
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      if (bytesRead < length) throw truncatedFile(path, size, offset + length);
      return bytes;
    },
    close: () => file.close(),
  };
}

export function truncatedFile(path: string, actual: number, needed: number): StreetsError {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return new StreetsError(
    `${path} is cut off: it has ${megabytes(actual)}, and should have ${megabytes(needed)}. Download it again.`,
  );
}
