import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { end } from '../../processes.ts';
import { ENVIRONMENT } from '../harness.ts';

/** Files that the function may have open: a common limit of a process. */
export const FILES = 1024;
/** Addresses of the attacking client and of another one. */
const ATTACKER = '127.0.0.1';
const OTHER_CLIENT = '127.0.0.2';

/** The function on Node in its own process, with a low limit of open files, observed from outside. */
export class Child {
  readonly #process: ChildProcess;
  readonly #port: number;
  readonly #sockets: Socket[] = [];

  private constructor(process_: ChildProcess, port: number) {
    this.#process = process_;
    this.#port = port;
  }

  /** @param limits time limits of a connection, where the defaults would take too long */
  static async start(port: number, pages: string, limits: object): Promise<Child> {
    const child = spawn(
      'sh',
      [
        '-c',
        `ulimit -n ${FILES}; exec "$0" "$@"`,
        process.execPath,
        '--import',
        'tsx',
        'tests/functions/serve-with-usage.ts',
      ],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: {
          ...process.env,
          ...ENVIRONMENT,
          PORT: String(port),
          HOST: '0.0.0.0',
          APP_ORIGIN: `http://localhost:${port}`,
          SERVED_PAGES: pages,
          CONNECTION_LIMITS: JSON.stringify(limits),
        },
      },
    );
    await once(child, 'message');
    return new Child(child, port);
  }

  async stop(): Promise<void> {
    await end(this.#process, 'SIGKILL');
  }

  countFiles(): number {
    return readdirSync(`/proc/${this.#process.pid}/fd`).length;
  }

  readMebibytes(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  }

  /** Opens a connection, sends, and reads nothing. */
  async send(text: string, from = ATTACKER): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    socket.pause();
    this.#sockets.push(socket);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
    return socket;
  }

  /** Closes the connections that an attack has opened. */
  hangUp(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  /** The response to another client meanwhile; status 0 if there is none. */
  requestHealth(): Promise<{ status: number; tookMs: number }> {
    const startedMs = performance.now();
    return new Promise((resolve) => {
      const end = (status: number) => resolve({ status, tookMs: performance.now() - startedMs });
      const call = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          path: '/api/health',
          localAddress: OTHER_CLIENT,
          agent: false,
          timeout: 15_000,
        },
        (answer) => {
          answer.resume();
          end(answer.statusCode ?? 0);
        },
      );
      call.once('timeout', () => call.destroy());
      call.once('error', () => end(0));
      call.end();
    });
  }
}
