import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveUp } from './system.mjs';

const READY_WITHIN_MS = 90_000;
const ASK_EVERY_MS = 150;

const running = [];

/**
 * Starts a process of ours, in Node; when one ends, all end.
 * @param logFile where its standard output goes; to the terminal when absent. Errors always go to the terminal
 * @param onend for a process that comes to an end by itself: gets its exit code, and all else goes on
 */
export function startProcess(name, parameters, environment, logFile, onend) {
  const output = logFile === undefined ? 'inherit' : openLog(logFile);
  const child = spawn(process.execPath, parameters, {
    env: environment,
    stdio: ['ignore', output, 'inherit'],
  });
  running.push(child);
  child.on('exit', (code, signal) => {
    if (stopping) return;
    if (onend) return void onend(code);
    stopAll();
    giveUp(`the ${name} stopped (${signal ?? `exit code ${code}`}); what it said stands above.`);
  });
}

function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'w');
}

/** Waits until an address answers, whatever it answers. */
export async function waitForAnswer(name, address) {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadlineMs) {
    const response = await fetch(address).catch(() => null);
    if (response !== null) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  stopAll();
  giveUp(`the ${name} did not answer at ${address} within ${READY_WITHIN_MS / 1000} seconds.`);
}

let stopping = false;

/** Ends what was started. */
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
