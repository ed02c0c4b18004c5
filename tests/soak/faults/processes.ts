import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { ask } from './ask.ts';

const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 25;

/** Starts a program of Node's. @param logFile where what it says is added */
export function start(
  words: readonly string[],
  environment: Record<string, string>,
  logFile: string,
): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  return spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, log],
  });
}

/** Resolves when an address answers 200. @throws Error when it doesn't in a minute, or its process has ended */
export async function waitUntilReady(address: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadlineMs && child.exitCode === null) {
    const answer = await ask(address).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error(`no answer from ${address}`);
}

/** @returns the exit code; null where a signal ended it */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
