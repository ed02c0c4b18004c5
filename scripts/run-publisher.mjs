import { spawnSync } from 'node:child_process';
import { readSandboxEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';
import { startProcess, stopAll, waitForAnswer } from './processes.mjs';

/**
 * Runs a program of the publisher on the settings, and ends with its exit code; on the embedded sandbox where SANDBOX_PORT is set.
 * @param {string} program
 * @param {string[]} parameters
 * @param {boolean} needsPlatform
 */
export async function runPublisher(program, parameters, needsPlatform) {
  installPackages();
  const environment = readSandboxEnvironment();
  const isThere = () => fetch(environment.PLATFORM_BASE_URL).catch(() => null);
  if (needsPlatform && environment.SANDBOX_PORT && (await isThere()) === null) {
    startProcess(
      'sandbox',
      process.execPath,
      ['--import', 'tsx', 'sandbox/main.ts'],
      environment,
      '.cache/log/sandbox.log',
    );
    await waitForAnswer('sandbox', environment.PLATFORM_BASE_URL);
  }
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...parameters], {
    env: environment,
    stdio: 'inherit',
  });
  stopAll();
  process.exit(status ?? 1);
}
