import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, runNode, log } from './system.mjs';

const OLDEST_NODE = [20, 19];

/** npm's list of the installed packages of a folder; npm writes it last. */
export const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Installs missing packages, and generates the sources that types, tests, builds and the function need.
 * @param {'running' | 'everything'} needed as in `installMissing`
 */
export function installPackages(needed) {
  installMissing(needed, { DROPPOINT_PREPARE: 'next' });
  // Print nothing here: it prints its own errors.
  if (runNode(['scripts/prepare.mjs']) !== 0) process.exit(1);
}

/**
 * Checks Node's version, and installs missing packages of package-lock.json. Must work without any package.
 * @param {'running' | 'everything'} needed `running`: the dependencies, without those of tests, checks and benches, which are ten
 * times as large
 * @param {Record<string, string>} environment variables for npm's run of scripts/prepare.mjs
 */
export function installMissing(needed, environment = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    giveUp(
      `Node ${process.versions.node} is too old. Install Node 24 (20.19 is the oldest that works): https://nodejs.org`,
    );
  }
  const { isMissing, isOutdated, hasOthers } = compareWithLock('.', needed === 'everything');
  // Don't remove installed packages: `npm start` after `npm test` keeps the packages of tests.
  const everything = needed === 'everything' || hasOthers;
  if (!isOutdated && !isMissing) return;
  // `ci` removes what is installed first; `install` adds to it.
  const words = isOutdated ? ['ci'] : ['install', '--no-save'];
  // Leave out optional peers: one is TypeScript, 24 MB, which npm would take from the development dependencies.
  const which = everything ? ['--include=dev'] : ['--omit=dev', '--legacy-peer-deps'];
  const what = everything ? 'packages' : 'the packages for running; npm test will add its own';
  runNpm([...words, ...which], what, environment);
}

/** The compiler's folder if the packages of tests and checks, of which it is one, aren't installed. */
const COMPILER = '.cache/compiler';

/**
 * Finds the TypeScript compiler, which the packages' types need.
 * @returns {string} path of its program
 */
export function findCompiler() {
  const paths = ['node_modules/@typescript/native', `${COMPILER}/node_modules/typescript`];
  return `${paths.find((path) => existsSync(path)) ?? paths[0]}/bin/tsc`;
}

/** Installs the TypeScript compiler alone, if it isn't among the installed packages. */
export function installCompiler() {
  if (existsSync(findCompiler())) return;
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const compiler = devDependencies['@typescript/native'].replace('npm:', '');
  mkdirSync(COMPILER, { recursive: true });
  writeFileSync(join(COMPILER, 'package.json'), '{"private":true}\n');
  runNpm(['install', '--no-save', '--ignore-scripts', compiler], 'the TypeScript compiler', {}, COMPILER);
}

/**
 * Installs the packages of a plugin for a shop engine, separate from the project's. Runs no scripts of packages.
 * @param {string} folder such as `packages/vendure`
 */
export function installPlugin(folder) {
  if (!compareWithLock(folder, true).isOutdated) return;
  runNpm(['ci', '--ignore-scripts'], `the packages of ${folder}`, {}, folder);
}

/**
 * Compares package-lock.json with the installed packages.
 * @param {string} folder
 * @param {boolean} everything whether the packages of tests and checks are needed too
 * @returns {{ isMissing: boolean; isOutdated: boolean; hasOthers: boolean }} whether a needed package is missing; whether nothing is
 * installed, or a package has another version; whether a package of tests and checks is installed
 */
function compareWithLock(folder, everything) {
  const read = (file) => Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')).packages);
  const installed = new Map(existsSync(join(folder, INSTALLED)) ? read(INSTALLED) : []);
  const locked = read('package-lock.json').filter(([path]) => path.startsWith('node_modules/'));
  // Skip optional packages, each of which is for one kind of machine.
  const needed = locked.filter(
    ([, { dev, devOptional, optional }]) => !optional && (everything || !(dev || devOptional)),
  );
  return {
    isMissing: needed.some(([path]) => !installed.has(path)),
    isOutdated:
      installed.size === 0 ||
      locked.some(([path, { version }]) => installed.has(path) && installed.get(path).version !== version),
    hasOthers: locked.some(([path, { dev }]) => dev && installed.has(path)),
  };
}

/**
 * @param {string[]} words npm's command and its arguments
 * @param {string} what description of the packages
 */
export function runNpm(words, what, environment, folder = '.') {
  const [command] = words;
  log(`installing ${what} (npm ${command}) …`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...words, ...options], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment },
  });
  if (status !== 0)
    giveUp(
      `npm ${command} failed, see above. Check that you can reach the package registry, then try again.`,
    );
}

/** Builds the pages with the settings in `environment`. */
export function buildPages(environment) {
  log('building the pages …');
  // Drop stdout, where tools recommend commands that aren't the project's. Errors are on stderr.
  const stdio = ['inherit', 'ignore', 'inherit'];
  const build = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
  if (runNode(build, environment, stdio) !== 0) giveUp('the build failed, see above.');
}
