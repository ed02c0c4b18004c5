import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** How hard files are compressed: brotli's quality for small files and for large ones, and zlib's level. */
export interface Compression {
  small: number;
  large: number;
  gzip: number;
}

/**
 * For small files brotli's second best quality: the best takes three times as long and saves 2 %. For large ones 8: from 9 on, a
 * compressor allocates over 32 MB for each file, which takes four times as long.
 */
const COMPRESSION: Compression = { small: 10, large: 8, gzip: 9 };

/**
 * The files of a version before it is published, in a folder that readers don't access. Each file is written with its `.br` and
 * `.gz` variants, for servers that send precompressed files.
 */
export class VersionFolder {
  readonly path: string;
  /** Totals of the written files. */
  readonly written = { files: 0, reused: 0, bytes: 0, brotliBytes: 0 };
  /** Identifies how its files were compressed; empty until one is written. */
  packing = '';
  readonly #earlier: Earlier | null;
  readonly #signal: AbortSignal | undefined;
  readonly #threads: PackThreads;
  readonly #hashes = new Map<string, string>();
  readonly #underWay = new Set<Promise<void>>();
  #failure: Error | null = null;

  /**
   * @param path emptied first: a killed run may have left files there
   * @param options `earlier`: an earlier version, whose compressed files are reused where the content is the same; `compression`:
   *   quicker in tests, whose files nobody loads
   */
  constructor(
    path: string,
    { earlier = null, signal, compression = COMPRESSION }: VersionFolderOptions = {},
  ) {
    this.path = path;
    this.#earlier = earlier;
    this.#signal = signal;
    this.#threads = new PackThreads(compression);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }

  /**
   * Adds a file to the version. Resolves when you can add the next one.
   * @param name path in the version, with forward slashes
   * @param content bytes are transferred: they can't be used afterwards
   * @param isContent false for a file that isn't part of the version's hash
   * @throws the failure of an earlier file, or the signal's reason
   */
  async add(
    name: string,
    content: string | Uint8Array<ArrayBuffer> | FilePieces,
    isContent = true,
  ): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.#failure !== null) throw this.#failure;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const earlier = this.#earlier && { ...this.#earlier, path: join(this.#earlier.path, name) };
    const task: Promise<void> = this.#threads
      .write(join(this.path, name), bytes, earlier)
      .then(({ hash, bytes, brotliBytes, isReused, packing }) => {
        if (isContent) this.#hashes.set(name, hash);
        this.packing = packing;
        this.written.files += 1;
        this.written.reused += Number(isReused);
        this.written.bytes += bytes;
        this.written.brotliBytes += brotliBytes;
      })
      // Keep the failure: the next call of `add` or `finish` throws it.
      .catch((error: Error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#underWay.delete(task));
    this.#underWay.add(task);
    while (this.#underWay.size >= this.#threads.room) await Promise.race(this.#underWay);
  }

  /**
   * Waits until all files are written. You can't add files afterwards.
   * @returns the version: a hash of the names and contents
   */
  async finish(): Promise<string> {
    await Promise.all(this.#underWay);
    await this.#threads.close();
    if (this.#failure !== null) throw this.#failure;
    const hash = createHash('sha256');
    for (const name of [...this.#hashes.keys()].sort()) hash.update(`${name}\0${this.#hashes.get(name)}\n`);
    return hash.digest('hex').slice(0, 16);
  }

  /** Waits for pending files and deletes the folder. */
  async discard(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#threads.close();
    rmSync(this.path, { recursive: true, force: true });
  }
}

interface VersionFolderOptions {
  earlier?: Earlier | null;
  signal?: AbortSignal | undefined;
  compression?: Compression | undefined;
}

/** A written file. */
interface Packed {
  /** SHA-256 of its content, in hexadecimal. */
  hash: string;
  bytes: number;
  brotliBytes: number;
  /** Whether the compressed variants are those of the earlier version. */
  isReused: boolean;
  /** Identifies how it was compressed. */
  packing: string;
}

/** A file or folder of an earlier version, and how it was compressed. */
interface Earlier {
  path: string;
  packing: string;
}

/** JSON texts in an existing file, to be written as one JSON array. */
interface FilePieces {
  file: string;
  /** Byte offset and length of each text. */
  offsets: Float64Array;
  lengths: Uint32Array;
}

/** Message from `pack.mjs`. */
type Answer = Packed | { failure: { message: string; code?: string } };

/** Each thread takes about 25 MB. */
const MAX_THREADS = 4;
/** One thread writes the first files; more start only for larger networks. */
const FILES_FOR_ONE = 32;
/** Files queued per thread, so that none waits for the next one. */
const FILES_EACH = 2;

interface Thread {
  worker: Worker;
  /** Promises of the pending files, in the order of the answers. */
  waiting: { resolve: (packed: Packed) => void; reject: (error: Error) => void }[];
}

/** Threads that write files with their compressed variants. They keep the process alive until `close`. */
class PackThreads {
  readonly #threads: Thread[] = [];
  readonly #most = Math.min(availableParallelism(), MAX_THREADS);
  readonly #compression: Compression;
  #started = 0;
  /** How many files may be pending at once. */
  readonly room = this.#most * FILES_EACH;

  constructor(compression: Compression) {
    this.#compression = compression;
  }

  /**
   * Writes a file and its compressed variants; creates its folder if it is missing.
   * @param content bytes are transferred to the thread: they can't be used afterwards
   * @param earlier a file whose compressed variants are used again if it has the same content
   * @throws the file system's error, with its `code`
   */
  async write(
    path: string,
    content: Uint8Array<ArrayBuffer> | FilePieces,
    earlier: Earlier | null,
  ): Promise<Packed> {
    const { worker, waiting } = this.#choose();
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage({ path, content, earlier }, content instanceof Uint8Array ? [content.buffer] : []);
    });
  }

  #choose(): Thread {
    const threadsNeeded = this.#started++ < FILES_FOR_ONE ? 1 : this.#most;
    if (this.#threads.length < threadsNeeded) this.#threads.push(startThread(this.#compression));
    return this.#threads.reduce((least, thread) =>
      thread.waiting.length < least.waiting.length ? thread : least,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function startThread(compression: Compression): Thread {
  const worker = new Worker(new URL('./pack.mjs', import.meta.url), {
    // Start without this program's loader: the thread is plain JavaScript, and starts faster.
    execArgv: [],
    workerData: compression,
  });
  const waiting: Thread['waiting'] = [];
  worker.on('message', (answer: Answer) => {
    const next = waiting.shift()!;
    if ('failure' in answer) next.reject(Object.assign(new Error(answer.failure.message), answer.failure));
    else next.resolve(answer);
  });
  const failAll = (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('error', failAll);
  worker.on('exit', () => failAll(new Error('The thread that writes files has ended.')));
  return { worker, waiting };
}
