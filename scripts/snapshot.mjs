/**
 * `npm run snapshot`: compiles the platform's list of points into static files; on the embedded sandbox where SANDBOX_PORT is set.
 * `-- --list` and `-- --rollback` look at what is published, without the platform.
 */
import { spawnSync } from 'node:child_process';
import { readSandboxEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';
import { startProcess, stopAll, waitForAnswer } from './processes.mjs';

installPackages();
const environment = readSandboxEnvironment();
const parameters = process.argv.slice(2);
const needsPlatform = parameters.every((parameter) => parameter === '--accept');
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
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'publisher/main.ts', ...parameters], {
  env: environment,
  stdio: 'inherit',
});
stopAll();
process.exit(status ?? 1);
