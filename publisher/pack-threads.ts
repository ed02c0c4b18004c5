import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What became of a file. */
export interface Packed {
  /** SHA-256 of its content, in hexadecimal. */
  hash: string;
  bytes: number;
  brotliBytes: number;
}

/** Texts that stand in a file already, and become one JSON array. */
export interface Pieces {
  file: string;
  /** Bytes from the file's beginning, and of each text. */
  offsets: Float64Array;
  lengths: Uint32Array;
}

/** As `pack.mjs` answers. */
type Answer = Packed | { failure: { message: string; code?: string } };

/** Each takes some 25 MB. */
const MAX_THREADS = 4;
/** A network of so few files is written by one. */
const FILES_FOR_ONE = 32;
/** A thread that has written a file finds the next one there. */
const FILES_EACH = 2;

interface Thread {
  worker: Worker;
  /** Who waits for its answers, in their order. */
  waiting: { resolve: (packed: Packed) => void; reject: (error: Error) => void }[];
}

/** Threads that write files with their packed neighbours. Until `close` they keep the program alive. */
export class PackThreads {
  readonly #threads: Thread[] = [];
  readonly #most = Math.min(availableParallelism(), MAX_THREADS);
  #taken = 0;
  /** So many files may wait or be worked at. */
  readonly room = this.#most * FILES_EACH;

  /**
   * Writes a file, its folder where that isn't there, and its packed neighbours.
   * @param content bytes are taken over: they can't be read afterwards
   * @throws what writing met, with its `code`
   */
  async write(path: string, content: Uint8Array<ArrayBuffer> | Pieces): Promise<Packed> {
    const { worker, waiting } = this.#choose();
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage({ path, content }, content instanceof Uint8Array ? [content.buffer] : []);
    });
  }

  #choose(): Thread {
    const wanted = this.#taken++ < FILES_FOR_ONE ? 1 : this.#most;
    if (this.#threads.length < wanted) this.#threads.push(startThread());
    return this.#threads.reduce((least, each) => (each.waiting.length < least.waiting.length ? each : least));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./pack.mjs', import.meta.url), {
    // Not the loader that this program is run with: the thread is plain JavaScript, and there at once.
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
