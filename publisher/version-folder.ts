import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compress } from './compress.ts';

/** Files being compressed and written at once: twice as many as Node has threads for it. */
const FILES_AT_ONCE = 8;

/** What the written files come to. */
export interface WrittenFiles {
  files: number;
  bytes: number;
  brotliBytes: number;
}

/**
 * The files of a version on their way to be published. Each is written with a `.br` and a `.gz` beside it, for servers that
 * send what lies ready. They are made in a folder that no reader knows of.
 */
export class VersionFolder {
  readonly path: string;
  readonly written: WrittenFiles = { files: 0, bytes: 0, brotliBytes: 0 };
  readonly #signal: AbortSignal | undefined;
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
   * Takes a file that is part of the version's content. Resolves when there is room for the next one.
   * @param name path in the version, with forward slashes
   * @throws what an earlier file met
   */
  async add(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = Buffer.from(content);
    this.#hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
    await this.#enqueue(name, bytes);
  }

  /** Takes a file that tells of the version without being part of its content. */
  async addBeside(name: string, content: string): Promise<void> {
    await this.#enqueue(name, Buffer.from(content));
  }

  /**
   * Waits until all files are written.
   * @returns the version: a hash over names and contents
   */
  async finish(): Promise<string> {
    await Promise.all(this.#underWay);
    this.#throwFailure();
    const hash = createHash('sha256');
    for (const name of [...this.#hashes.keys()].sort()) hash.update(`${name}\0${this.#hashes.get(name)}\n`);
    return hash.digest('hex').slice(0, 16);
  }

  /** Waits for what is under way and takes the folder away. */
  async discard(): Promise<void> {
    await Promise.all(this.#underWay);
    rmSync(this.path, { recursive: true, force: true });
  }

  async #enqueue(name: string, bytes: Buffer): Promise<void> {
    this.#signal?.throwIfAborted();
    this.#throwFailure();
    // Failures are kept, not thrown, until somebody waits for them.
    const task: Promise<void> = this.#write(name, bytes)
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      })
      .finally(() => this.#underWay.delete(task));
    this.#underWay.add(task);
    while (this.#underWay.size >= FILES_AT_ONCE) await Promise.race(this.#underWay);
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    const { br, gz } = await compress(bytes);
    await Promise.all([writeFile(path, bytes), writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    this.written.files += 1;
    this.written.bytes += bytes.length;
    this.written.brotliBytes += br.length;
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.cause;
  }
}
