import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson, sendAsBrowser } from './send-as-browser.ts';
import { findLost, readCurrent, readVersion, type KnownNetwork } from './known.ts';
import type { Platform } from './platform.ts';
import { end } from '../../../tests/processes.ts';
import { start } from './servers.ts';

/** A safeguard, so that a larger disk, such as the machine's own, is never filled. */
const MAX_DISK_BYTES = 512 * 1024 * 1024;

/** Nodes and edge cache the manifest for half a minute (docs/operating.md). */
const KNOWN_WITHIN_MS = 40_000;

interface Parts {
  release: string;
  settings: Record<string, string>;
  /** A disk that holds only what is published. */
  disk: string;
  network: string;
  known: KnownNetwork;
  platform: Platform;
  log: string;
}

/** Publishes the platform's list, interrupts that, and checks each time whether the published network is intact. */
export class Publishing {
  readonly #parts: Parts;
  /** Duration of an undisturbed run. */
  #wholeMs = 0;
  /** Ids that were in the list when each version was published. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  runs = 0;
  /** Descriptions of lost points and other deviations. */
  readonly lost: string[] = [];
  /** Folder of the published network. */
  readonly folder: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.folder = parts.network;
  }

  /** Publishes the first version. */
  async publishFirst(): Promise<void> {
    await this.publish();
    const { network, known } = this.#parts;
    const { swapped } = await readVersion(network, readCurrent(network)!.version, known);
    known.leaveOut(swapped);
  }

  /** Changes the list, so that the next version differs. */
  async move(mode: 'insert' | 'remove', points: number): Promise<void> {
    // The first request for a page, from the publisher or a broker, triggers it.
    await this.#parts.platform.setFaults([{ kind: 'drift', mode, points, times: 1, routes: ['points'] }]);
    this.#parts.known.move(mode, points);
  }

  /** Publishes, and expects success. */
  async publish(): Promise<void> {
    const startedMs = performance.now();
    const code = await this.#run();
    this.#wholeMs = performance.now() - startedMs;
    if (code !== 0) this.lost.push(`publishing ended with ${code}: ${this.#lastWords()}`);
    const current = readCurrent(this.#parts.network);
    if (current !== null) this.#listed.set(current.version, this.#parts.known.listIds());
    await this.checkCurrent();
  }

  /** Waits until the newest point is served. */
  async waitUntilKnown(address: string, id: string): Promise<void> {
    const deadlineMs = performance.now() + KNOWN_WITHIN_MS;
    const isKnown = async () => {
      const answer = await sendAsBrowser(`${address}/api/points/${encodeURIComponent(id)}`).catch(() => null);
      return answer !== null && (parseJson(answer) as { status?: string } | null)?.status === 'exists';
    };
    while (!(await isKnown())) {
      if (performance.now() > deadlineMs)
        return void this.lost.push(`${address} doesn't know ${id} after ${KNOWN_WITHIN_MS / 1000} s`);
      await wait(250);
    }
  }

  /** Kills a run after this share of its usual duration. */
  async kill(share: number): Promise<void> {
    const child = this.#start();
    await Promise.race([wait(this.#wholeMs * share), once(child, 'exit')]);
    await end(child, 'SIGKILL');
    await this.checkCurrent();
  }

  /** Runs the publisher with only this much space on the disk, and expects it to end with an explanation. */
  async runWithoutRoom(leftBytes: number): Promise<void> {
    const ballast = join(this.#parts.disk, 'ballast');
    fill(ballast, this.#parts.disk, leftBytes);
    try {
      const code = await this.#run();
      if (code === 0) this.lost.push('published on a full disk');
      else if (!this.#lastWords().includes('The disk is full'))
        this.lost.push(`on a full disk: ${this.#lastWords()}`);
      await this.checkCurrent();
    } finally {
      rmSync(ballast);
    }
  }

  /** Checks that the current version is intact, and that no point of the list is missing. */
  async checkCurrent(): Promise<void> {
    const { network, known } = this.#parts;
    try {
      const current = readCurrent(network);
      if (current === null) throw new Error('no manifest');
      for (const version of [current.version, ...(current.earlier ?? [])]) {
        const content = await readVersion(network, version, known);
        const listed = this.#listed.get(version);
        // A run that was killed just before it ended may have published a version.
        const missing = findLost(content, listed ?? known.listIds());
        if (missing.length > 0)
          this.lost.push(`${version}: ${missing.slice(0, 3).join(', ')} of ${missing.length}`);
        if (listed === undefined) this.#listed.set(version, known.listIds());
      }
    } catch (error) {
      this.lost.push(String(error));
    }
  }

  #start() {
    this.runs++;
    const { release, settings, log } = this.#parts;
    return start([join(release, 'droppoint.mjs'), 'snapshot'], settings, log);
  }

  async #run(): Promise<number | null> {
    const child = this.#start();
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  #lastWords(): string {
    return readFileSync(this.#parts.log, 'utf8').trimEnd().split('\n').slice(-2).join(' ');
  }
}

/** Writes a file that leaves only this many bytes of its disk free. */
function fill(path: string, disk: string, leftBytes: number): void {
  const { bavail, blocks, bsize } = statfsSync(disk);
  if (blocks * bsize > MAX_DISK_BYTES) throw new Error(`${disk} is larger than the soak's own disk`);
  const file = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  for (let left = bavail * bsize - leftBytes; left > 0; left -= block.length)
    writeSync(file, block, 0, Math.min(left, block.length));
  closeSync(file);
}
