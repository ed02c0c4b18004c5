import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { copyText } from '../files/copy-text.ts';
import { createLruCache } from '../files/lru-cache.ts';
import { IN_FLIGHT, oncePerKey } from '#async/once.ts';
import type { FileStore } from '../files/store.ts';

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
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/**
 * For files that don't exist: compressed forms that a few thousand files lack, and any paths that
 * clients make up.
 */
const MAX_MISSING_BYTES = 1024 * 1024;
/** Larger files are read from disk each time. The largest tile of the base map has 0.18 MB. */
const MAX_CACHED_FILE_BYTES = 1024 * 1024;
/** How long a file is assumed to be unchanged. */
const FRESH_MS = 1_000;
/** Approximate size of a look-up's result without the file's content. */
const ENTRY_BYTES = 256;
const ETAG_LENGTH = 16;
/** A file of a version of the published network; the folder's name is a hash of its content. */
const VERSION_FILE = /^[0-9a-f]{16}\//;

/** A cached look-up. */
interface CachedLookUp {
  file: FileOnDisk | null;
  modifiedMs: number;
  seenAtMs: number;
}

/** Caches small files in memory, with a limited size and LRU eviction. Changes on disk are noticed within a second. */
export function createFileCache(now: () => number = () => performance.now()): FindFile {
  const isFresh = ({ seenAtMs }: CachedLookUp) => now() - seenAtMs < FRESH_MS;
  return createCachedFind(isFresh, async (path, cached) => {
    const seenAtMs = now();
    const found = await stat(path).catch(isNoFile);
    if (found === null || !found.isFile()) return { file: null, modifiedMs: 0, seenAtMs };
    const { size, mtimeMs: modifiedMs } = found;
    if (cached?.file?.size === size && cached.modifiedMs === modifiedMs) return { ...cached, seenAtMs };
    const bytes = size > MAX_CACHED_FILE_BYTES ? null : await readFile(path).catch(isNoFile);
    const file =
      bytes === null
        ? { path, size, etag: `"${size.toString(36)}-${modifiedMs.toString(36)}"`, bytes }
        : { path, size: bytes.length, etag: hash(bytes), bytes };
    return { file, modifiedMs, seenAtMs };
  });
}

/**
 * Like `createFileCache`, for a store read over the network. Files of a version never change, so
 * they aren't read again while they are cached.
 */
export function createStoreCache(store: Pick<FileStore, 'read'>): FindFile {
  const isFresh = ({ file, seenAtMs }: CachedLookUp) =>
    performance.now() - seenAtMs < FRESH_MS || (file !== null && VERSION_FILE.test(file.path));
  return createCachedFind(isFresh, async (path) => {
    const seenAtMs = performance.now();
    const content = await store.read(path);
    const bytes = content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const file = bytes && { path, size: bytes.length, etag: hash(bytes), bytes };
    return { file, modifiedMs: 0, seenAtMs };
  });
}

/** @param lookUp called once for simultaneous requests */
function createCachedFind(
  isFresh: (cached: CachedLookUp) => boolean,
  lookUp: (path: string, cached: CachedLookUp | undefined) => Promise<CachedLookUp>,
): FindFile {
  const present = createLruCache(MAX_CACHE_BYTES);
  /** Separate, so that an unlimited number of missing paths can't evict files. */
  const missing = createLruCache(MAX_MISSING_BYTES);
  const find = (path: string) => (present.get(path) ?? missing.get(path)) as CachedLookUp | undefined;
  const refresh = oncePerKey(IN_FLIGHT, async (requestedPath: string) => {
    // The cached file contains its path, which is a slice of a URL.
    const path = copyText(requestedPath);
    const cached = await lookUp(path, find(path));
    if (cached.file === null) present.forget(path);
    const target = cached.file === null ? missing : present;
    target.set(path, cached, ENTRY_BYTES + (cached.file?.bytes?.length ?? 0));
    return cached.file;
  });
  return (path) => {
    const cached = find(path);
    return cached !== undefined && isFresh(cached) ? cached.file : refresh(path);
  };
}

function hash(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"`;
}

/** @throws any error other than a missing file */
function isNoFile(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
  throw error;
}
