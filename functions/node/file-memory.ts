import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { copyText } from '../copy-text.ts';
import { createLruCache } from '../points/lru-cache.ts';
import type { NetworkStore } from '../points/network-store.ts';
import { shareReads } from '../share-reads.ts';

/** A file on disk or in a store, at most a second out of date. */
export interface FileOnDisk {
  path: string;
  size: number;
  /** Strong (RFC 9110 §8.8.3); a hash of the content, the same on all machines, if `bytes` isn't null. */
  etag: string;
  /** Null if the file is too large to be cached. */
  bytes: Buffer<ArrayBuffer> | null;
}

/** Finds files, synchronously if the cached entry is current. */
export type FindFile = (path: string) => FileOnDisk | null | Promise<FileOnDisk | null>;

/** A build takes 5 MB; the files that shoppers read of a network of 150,000 points about 30 MB. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** For files that don't exist: the compressed forms that a few thousand files lack. Callers choose the others. */
const ABSENT_BYTES = 1024 * 1024;
/** Larger files are read from disk each time. The largest tile of the base map has 0.18 MB. */
const MAX_KEPT_FILE_BYTES = 1024 * 1024;
/** How long a file is assumed to be unchanged. */
const FRESH_MS = 1_000;
/** Approximate size of a look-up's result without the file's content. */
const KNOWN_BYTES = 256;
const ETAG_LENGTH = 16;
/** A file of a version of the published network; the folder's name is a hash of its content. */
const VERSION_FILE = /^[0-9a-f]{16}\//;

/** A cached look-up. */
interface Known {
  file: FileOnDisk | null;
  modifiedMs: number;
  seenAtMs: number;
}

/** Caches small files in memory, with a limited size and LRU eviction. Changes on disk are noticed within a second. */
export function createFileMemory(now: () => number = () => performance.now()): FindFile {
  const isFresh = ({ seenAtMs }: Known) => now() - seenAtMs < FRESH_MS;
  return keep(isFresh, async (path, known) => {
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

/** The same for a store read over the network. Files of a version never change, and are read once while they are cached. */
export function createStoreMemory(store: NetworkStore): FindFile {
  const isFresh = ({ file, seenAtMs }: Known) =>
    performance.now() - seenAtMs < FRESH_MS || (file !== null && VERSION_FILE.test(file.path));
  return keep(isFresh, async (path) => {
    const seenAtMs = performance.now();
    const content = await store.read(path);
    const bytes = content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const file = bytes && { path, size: bytes.length, etag: hash(bytes), bytes };
    return { file, modifiedMs: 0, seenAtMs };
  });
}

/** @param look called once for simultaneous requests */
function keep(
  isFresh: (known: Known) => boolean,
  look: (path: string, known: Known | undefined) => Promise<Known>,
): FindFile {
  const present = createLruCache(KEPT_BYTES);
  /** Apart, so that paths of which there are any number take no file's place. */
  const absent = createLruCache(ABSENT_BYTES);
  const find = (path: string) => (present.get(path) ?? absent.get(path)) as Known | undefined;
  const refresh = shareReads(async (asked) => {
    // The file keeps its path, which was cut out of a URL.
    const path = copyText(asked);
    const known = await look(path, find(path));
    if (known.file === null) present.forget(path);
    const kept = known.file === null ? absent : present;
    kept.set(path, known, KNOWN_BYTES + (known.file?.bytes?.length ?? 0));
    return known.file;
  });
  return (path) => {
    const known = find(path);
    return known !== undefined && isFresh(known) ? known.file : refresh(path);
  };
}

function hash(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"`;
}

/** @throws any error other than that there is no such file */
function isNoFile(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
  throw error;
}
