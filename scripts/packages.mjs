import { spawnSync } from 'node:child_process';
import { giveUp, isOutdated, runNode, say } from './system.mjs';

const OLDEST_NODE = [20, 19];

/** Checks Node's version, installs the packages of package-lock.json and generates sources. Must work without any package. */
export function installPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    giveUp(
      `Node ${process.versions.node} is too old. Install Node 24 (20.19 is the oldest that works): https://nodejs.org`,
    );
  }
  // npm writes its copy of the lock file last, so if that is older or absent, the installation is incomplete or outdated.
  if (isOutdated('node_modules/.package-lock.json', ['package-lock.json'])) runNpmCi();
  // Types, tests and builds need its output. It prints its own errors.
  if (runNode(['scripts/prepare.mjs']) !== 0) process.exit(1);
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

/** Builds the pages with the settings in `environment`. */
export function buildPages(environment) {
  say('building the pages …');
  // Errors are on stderr; stdout is dropped, since tools recommend commands there that aren't the project's.
  const stdio = ['inherit', 'ignore', 'inherit'];
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
  if (runNode(build, environment, stdio) !== 0) giveUp('the build failed, see above.');
}
