import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createKeptData } from '../points/kept-data.ts';
import type { NetworkStore } from '../points/network-store.ts';
import { shareReads } from './open-published.ts';

/** A file as it is on disk or in a store, or was a second ago. */
export interface FileOnDisk {
  path: string;
  size: number;
  /** Strong (RFC 9110 §8.8.3): the same on every machine where the content is kept in memory. */
  etag: string;
  /** Null where a file is too large to be kept. */
  bytes: Buffer<ArrayBuffer> | null;
}

/** Finds files. Answers at once where it is sure enough. */
export type FindFile = (path: string) => FileOnDisk | null | Promise<FileOnDisk | null>;

/** A build takes 5 MB; what shoppers read of a network of 150,000 points, some 30. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Larger files are read from disk each time: the base map's coastline has 0.3 MB. */
const MAX_KEPT_FILE_BYTES = 1024 * 1024;
/** For so long nobody looks whether a file has changed. */
const SURE_MS = 1_000;
/** What an entry takes besides the file, nearly. Names that are nothing take as much. */
const ENTRY_BYTES = 512;
const ETAG_LENGTH = 16;
/** Of the published network: its name holds a hash over what is in it. */
const VERSION_FILE = /^[0-9a-f]{16}\//;

/** A file as it was seen last; null: there was none. */
interface Known {
  file: FileOnDisk | null;
  modifiedMs: number;
  seenAtMs: number;
}

/** Keeps small files in memory, within bounds, those unused for longest going first; what changes on disk is seen within a second. */
export function createFileMemory(now: () => number = () => performance.now()): FindFile {
  const isSure = ({ seenAtMs }: Known) => now() - seenAtMs < SURE_MS;
  return keep(isSure, async (path, known) => {
    const seenAtMs = now();
    const found = await stat(path).catch(isNoFile);
    if (found === null || !found.isFile()) return { file: null, modifiedMs: 0, seenAtMs };
    const { size, mtimeMs: modifiedMs } = found;
    if (known?.file?.size === size && known.modifiedMs === modifiedMs) return { ...known, seenAtMs };
    const bytes = size > MAX_KEPT_FILE_BYTES ? null : await readFile(path).catch(isNoFile);
    const file =
      bytes === null
        ? { path, size, etag: `"${size.toString(36)}-${modifiedMs.toString(36)}"`, bytes }
        : { path, size: bytes.length, etag: hash(bytes), bytes };
    return { file, modifiedMs, seenAtMs };
  });
}

/** The same of a store that is asked over the network: files of a version, which never change, are asked for once while they are kept. */
export function createStoreMemory(store: NetworkStore): FindFile {
  const isSure = ({ file, seenAtMs }: Known) =>
    performance.now() - seenAtMs < SURE_MS || (file !== null && VERSION_FILE.test(file.path));
  return keep(isSure, async (path) => {
    const seenAtMs = performance.now();
    const content = await store.read(path);
    const bytes = content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const file = bytes && { path, size: bytes.length, etag: hash(bytes), bytes };
    return { file, modifiedMs: 0, seenAtMs };
  });
}

/** @param look is asked once, however many wait for the answer */
function keep(
  isSure: (known: Known) => boolean,
  look: (path: string, known: Known | undefined) => Promise<Known>,
): FindFile {
  const kept = createKeptData(KEPT_BYTES);
  const lookAgain = shareReads(async (path) => {
    const known = await look(path, kept.get(path) as Known | undefined);
    kept.set(path, known, ENTRY_BYTES + (known.file?.bytes?.length ?? 0));
    return known.file;
  });
  return (path) => {
    const known = kept.get(path) as Known | undefined;
    return known !== undefined && isSure(known) ? known.file : lookAgain(path);
  };
}

function hash(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"`;
}

/** @throws whatever isn't about the name */
function isNoFile(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
  throw error;
}
