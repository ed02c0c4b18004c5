import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PackThreads, type Pieces } from './pack-threads.ts';

/**
 * The files of a version on their way to be published. Each is written with a `.br` and a `.gz` beside it, for servers that
 * send what lies ready. They are made in a folder that no reader knows of.
 */
export class VersionFolder {
  readonly path: string;
  /** What the written files come to. */
  readonly written = { files: 0, bytes: 0, brotliBytes: 0 };
  readonly #signal: AbortSignal | undefined;
  readonly #threads = new PackThreads();
  readonly #hashes = new Map<string, string>();
  readonly #underWay = new Set<Promise<void>>();
  #failure: { cause: unknown } | null = null;

  /** @param path is emptied first: a run that was killed may have left files there */
  constructor(path: string, signal?: AbortSignal) {
    this.path = path;
    this.#signal = signal;
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }

  /**
   * Takes a file of the version. Resolves when there is room for the next one.
   * @param name path in the version, with forward slashes
   * @param content bytes are taken over: nobody else may use them afterwards
   * @param isContent false for a file that only tells of the version: the version's name doesn't follow from it
   * @throws what an earlier file met
   */
  async add(
    name: string,
    content: string | Uint8Array<ArrayBuffer> | Pieces,
    isContent = true,
  ): Promise<void> {
    this.#signal?.throwIfAborted();
    this.#throwFailure();
    const task: Promise<void> = this.#threads
      .write(join(this.path, name), typeof content === 'string' ? new TextEncoder().encode(content) : content)
      .then(({ hash, bytes, brotliBytes }) => {
        if (isContent) this.#hashes.set(name, hash);
        this.written.files += 1;
        this.written.bytes += bytes;
        this.written.brotliBytes += brotliBytes;
      })
      // Failures are kept, not thrown, until somebody waits for them.
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#underWay.delete(task));
    this.#underWay.add(task);
    while (this.#underWay.size >= this.#threads.room) await Promise.race(this.#underWay);
  }

  /**
   * Waits until all files are written; none can be added afterwards.
   * @returns the version: a hash over names and contents
   */
  async finish(): Promise<string> {
    await Promise.all(this.#underWay);
    await this.#threads.close();
    this.#throwFailure();
    const hash = createHash('sha256');
    for (const name of [...this.#hashes.keys()].sort()) hash.update(`${name}\0${this.#hashes.get(name)}\n`);
    return hash.digest('hex').slice(0, 16);
  }

  /** Waits for what is under way and takes the folder away. */
  async discard(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#threads.close();
    rmSync(this.path, { recursive: true, force: true });
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.cause;
  }
}
