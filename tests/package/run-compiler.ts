import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const TSC = resolve('node_modules/@typescript/native/bin/tsc');

/** Runs the compiler. @returns what it prints; empty only if it runs and finds no errors */
export function runCompiler(parameters: readonly string[], cwd = process.cwd()): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, ...parameters], {
    cwd,
    encoding: 'utf8',
  });
  return status === 0 ? stdout : `${stdout}${stderr}exit status ${status}`;
}
