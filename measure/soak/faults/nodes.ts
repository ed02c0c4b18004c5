import type { ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { end, waitUntilReady } from '../../../tests/processes.ts';
import { start } from './servers.ts';

/** Debian's libfaketime: a process that loads it reads the offset of its clock from a file. */
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);
const LIBRARY = LIBRARIES.find((path) => existsSync(path));
export const canSetClock = LIBRARY !== undefined;

/** A node that runs a release. It can be stopped and started again. */
export class Node {
  readonly address: string;
  readonly #release: string;
  readonly #environment: Record<string, string>;
  readonly #clockFile: string;
  readonly #log: string;
  #child: ChildProcess | null = null;

  constructor(release: string, folder: string, port: number, environment: Record<string, string>) {
    this.address = `http://127.0.0.1:${port}`;
    this.#release = release;
    this.#clockFile = `${folder}/clock-${port}`;
    this.#log = `${folder}/node-${port}.log`;
    this.#environment = {
      ...environment,
      PORT: String(port),
      ...(LIBRARY && {
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: this.#clockFile,
        FAKETIME_CACHE_DURATION: '1',
        // Timers continue to run, as they do when an operator changes the clock.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      }),
    };
    this.setClock(0);
  }

  /** Sets its clock this many seconds ahead. The node notices within a second. */
  setClock(aheadSeconds: number): void {
    writeFileSync(this.#clockFile, `${aheadSeconds < 0 ? '-' : '+'}${Math.abs(aheadSeconds)}s\n`);
  }

  async start(): Promise<void> {
    this.#child = start([`${this.#release}/droppoint.mjs`, 'serve'], this.#environment, this.#log);
    await waitUntilReady(`${this.address}/api/health`, this.#child);
  }

  /** @returns the exit code */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    return this.#child && end(this.#child, signal);
  }
}
