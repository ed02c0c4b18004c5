import { spawn } from 'node:child_process';
import { giveUp } from './say.mjs';

const READY_WITHIN_MS = 90_000;
const ASK_EVERY_MS = 150;

const running = [];

/** Starts a process of ours; when one ends, all end. */
export function startProcess(name, command, parameters, environment) {
  const child = spawn(command, parameters, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
  running.push(child);
  child.on('exit', (code, signal) => {
    if (stopping) return;
    stopAll();
    giveUp(`the ${name} stopped (${signal ?? `exit code ${code}`}); what it said stands above.`);
  });
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

function stopAll() {
  stopping = true;
  for (const child of running) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopAll();
    process.exit(0);
  });
}
