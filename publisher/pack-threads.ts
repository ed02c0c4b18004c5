import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** A written file. */
export interface Packed {
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
export interface Earlier {
  path: string;
  packing: string;
}

/** JSON texts in an existing file, to be written as one JSON array. */
export interface FilePieces {
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
export class PackThreads {
  readonly #threads: Thread[] = [];
  readonly #most = Math.min(availableParallelism(), MAX_THREADS);
  #started = 0;
  /** How many files may be pending at once. */
  readonly room = this.#most * FILES_EACH;

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
    if (this.#threads.length < threadsNeeded) this.#threads.push(startThread());
    return this.#threads.reduce((least, thread) =>
      thread.waiting.length < least.waiting.length ? thread : least,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./pack.mjs', import.meta.url), {
    // Start without this program's loader: the thread is plain JavaScript, and starts faster.
    execArgv: [],
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
