import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PackThreads, type Earlier, type FilePieces } from './pack-threads.ts';

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
   * @param options `earlier`: an earlier version, whose compressed files are reused where the content is the same
   */
  constructor(
    path: string,
    { earlier = null, signal }: { earlier?: Earlier | null; signal?: AbortSignal | undefined } = {},
  ) {
    this.path = path;
    this.#earlier = earlier;
    this.#signal = signal;
    this.#threads = new PackThreads();
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
