import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { TEST_MS } from './timeouts.ts';

const POLL_MS = 25;

/** Starts a Node program, in JavaScript or TypeScript. */
export function startProgram(
  words: readonly string[],
  environment: Record<string, string>,
  stdio: StdioOptions = ['ignore', 'ignore', 'inherit'],
): ChildProcess {
  const loader = words.some((word) => word.endsWith('.ts')) ? ['--import', 'tsx'] : [];
  return spawn(process.execPath, [...loader, ...words], { env: { ...process.env, ...environment }, stdio });
}

/** Starts a Node program with its output in a file. */
export function startLogged(
  words: readonly string[],
  environment: Record<string, string>,
  logFile: string,
): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  return startProgram(words, environment, ['ignore', openSync(logFile, 'w'), 'inherit']);
}

/** @returns the exit code; null if a signal ended it */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

/** Resolves when an address answers with success. @throws Error if it doesn't within a test's time, or its process has ended */
export async function waitUntilReady(
  address: string,
  child?: ChildProcess,
  isReady = ({ ok }: { ok: boolean }) => ok,
): Promise<void> {
  const deadlineMs = Date.now() + TEST_MS;
  while (Date.now() < deadlineMs && !(child && child.exitCode !== null)) {
    const answer = await fetch(address).catch(() => null);
    if (answer && isReady(answer)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`no answer from ${address}`);
}

export interface Listening {
  server: Server;
  origin: string;
  /** Closes kept-alive connections too. */
  close(): Promise<void>;
}

/** Starts a server at this port, or at a free one. */
export async function listen(handle: RequestListener, port = 0, host = '127.0.0.1'): Promise<Listening> {
  const server = createServer(handle).listen(port, host);
  await once(server, 'listening');
  return {
    server,
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
