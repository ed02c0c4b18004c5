import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { giveUp, say } from './system.mjs';

const OLDEST_NODE = [20, 19];

/** Makes sure that Node is new enough, the packages of package-lock.json are installed, the languages compiled and the map made. Runs before there are any. */
export function installPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    giveUp(
      `Node ${process.versions.node} is too old. Install Node 24 (20.19 is the oldest that works): https://nodejs.org`,
    );
  }
  if (!arePackagesCurrent()) runNpmCi();
  run('scripts/languages.mjs', 'the languages could not be compiled, see above.');
  run('scripts/basemap.mjs', 'the offline map could not be made, see above.');
}

function runNpmCi() {
  say('installing packages (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    giveUp('npm ci failed, see above. Check that the package registry can be reached, then try again.');
}

/** npm writes its own copy of the lock file last, so an older or absent copy means an unfinished or outdated install. */
function arePackagesCurrent() {
  const installed = 'node_modules/.package-lock.json';
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs;
}

/** What types and tests need as much as the build. */
function run(script, failure) {
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' });
  if (status !== 0) giveUp(failure);
}

/**
 * Runs a program of ours with what the command line says, once packages are there, and ends with its exit code.
 * @param {string} program
 * @param {Record<string, string | undefined>} environment
 */
export function runProgram(program, environment) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {
    env: environment,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
