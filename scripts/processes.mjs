import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveUp } from './system.mjs';

const READY_WITHIN_MS = 90_000;
const POLL_MS = 150;

const running = [];

/**
 * Starts a Node process. When it ends, also ends all others, unless there is `onEnd`.
 * @param logFile file for its standard output; default: the terminal. Errors always go to the terminal
 * @param onEnd called with the exit code
 */
export function startProcess(name, parameters, environment, logFile, onEnd) {
  if (logFile !== undefined) mkdirSync(dirname(logFile), { recursive: true });
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'w');
  const child = spawn(process.execPath, parameters, {
    env: environment,
    stdio: ['ignore', output, 'inherit'],
  });
  running.push(child);
  child.on('exit', (code, signal) => {
    if (stopping) return;
    if (onEnd) return void onEnd(code);
    stopAll();
    giveUp(`the ${name} stopped (${signal ?? `exit code ${code}`}); its output is above.`);
  });
}

/** Starts the sandbox platform, with the Node options in the first line of its program. */
export function startSandboxProcess(environment, logFile) {
  const program = 'sandbox/main.ts';
  const [, flag] = /^#!.* node (\S+)$/m.exec(readFileSync(program, 'utf8'));
  startProcess('sandbox', [flag, '--import', 'tsx', program], environment, logFile);
}

/** Starts the example shop. Its imports of `@droppoint/platform` resolve to the sources; a real shop's resolve to the package. */
export const startShop = (environment) =>
  startProcess('example shop', ['--import', 'tsx', 'examples/shop/server.mjs'], {
    ...environment,
    TSX_TSCONFIG_PATH: 'examples/tsconfig.json',
  });

/** Waits until a server responds at an address, with any status. */
export async function waitForAnswer(name, address) {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadlineMs) {
    const response = await fetch(address).catch(() => null);
    if (response !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  stopAll();
  giveUp(`the ${name} did not answer at ${address} within ${READY_WITHIN_MS / 1000} seconds.`);
}

let stopping = false;

/** Ends all started processes. */
export function stopAll() {
  stopping = true;
  for (const child of running) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopAll();
    process.exit(0);
  });
}
