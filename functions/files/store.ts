import { AppError } from '#platform/errors.ts';

/** A part of a file, in bytes. */
export interface FileRange {
  offset: number;
  length: number;
}

/**
 * Storage of published files: a folder, a bucket, or a URL. The network's files are those of
 * docs/snapshot-format.md; the streets' are `manifest.json`, `area/version.pmtiles`, and compressed
 * those of gazetteers: `area/version/index.json.gz`.
 */
export interface FileStore {
  /** How long a manifest is cached, in milliseconds; depends on the cost of reading it. */
  cacheMs: number;
  /**
   * Reads a file, or exactly the bytes of a range.
   * @returns null if there is no such file
   * @throws AppError `unavailable`
   */
  read(name: string, range?: FileRange): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** A published set of files. */
export interface Publication {
  /** For messages. */
  owner: "network's" | "streets'";
  /** In bytes; a larger file isn't read whole. */
  largestFile: number;
}

/** The largest file of a million points has less than a twentieth of it. */
export const NETWORK_PUBLICATION: Publication = { owner: "network's", largestFile: 64 * 1024 * 1024 };
/** A manifest of 256 areas has 60 KB, the index of a million streets 30 KB. */
export const STREETS_PUBLICATION: Publication = { owner: "streets'", largestFile: 256 * 1024 };

/** How long the manifest of a bucket or URL is cached. */
export const REMOTE_CACHE_MS = 30_000;

/** The store if nothing is configured. */
export const NO_STORE: FileStore = { cacheMs: Infinity, read: () => Promise.resolve(null) };

/**
 * The error of a store that fails, or whose response isn't what was requested. The log shows the
 * message.
 */
export function storeFailure(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { problems: [message], cause });
}

/** @throws AppError `unavailable` if the number of bytes is another than requested */
export function checkLength(
  bytes: Uint8Array<ArrayBuffer>,
  { length }: FileRange,
  { owner }: Publication,
): Uint8Array<ArrayBuffer> {
  if (bytes.length === length) return bytes;
  throw storeFailure(`The ${owner} store sent ${bytes.length} bytes instead of ${length}.`);
}
