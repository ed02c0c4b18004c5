import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { end } from '../processes.ts';

/** Whether Debian's redis-server is installed (scripts/find-programs.mjs installs it). */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis process that can be stopped and started again at its port; it loses its data then. */
export class RedisProcess {
  #child: ChildProcess | undefined;
  readonly port: number;
  readonly #words: string[];

  /** @param words further arguments of redis-server */
  constructor(port: number, words: string[] = []) {
    this.port = port;
    this.#words = words;
  }

  async start(): Promise<void> {
    const words = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', ...this.#words];
    this.#child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    let announced = '';
    this.#child.stdout!.on('data', (text) => (announced += String(text)));
    while (!announced.includes('Ready to accept')) await once(this.#child.stdout!, 'data');
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child!.kill(name);
  }

  async kill(): Promise<void> {
    if (this.#child !== undefined) await end(this.#child, 'SIGKILL');
  }
}
