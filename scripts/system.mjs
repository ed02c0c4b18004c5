import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const INSTALL_WITHIN_MS = 600_000;
/** Options against apt-get's retries, which take minutes without an internet connection. */
const ONE_SHORT_TRY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];

/** Logs a line of progress. */
export function log(text) {
  console.log(`droppoint: ${text}`);
}

/** Exits with code 1 and a message that says what to do, without a stack trace. */
export function giveUp(text) {
  console.error(`droppoint: ${text}`);
  process.exit(1);
}

/** Runs Node and waits until it ends. @returns {number} its exit code */
export function runNode(parameters, environment, stdio) {
  return run(process.execPath, parameters, environment, stdio);
}

/** Runs Node asynchronously. @returns {Promise<number>} its exit code */
export async function startNode(parameters, env = process.env, stdio = 'inherit') {
  const [status] = await once(spawn(process.execPath, parameters, { env, stdio }), 'close');
  return status ?? 1;
}

/** Runs a command of node_modules and waits until it ends. @returns {number} its exit code */
export function runTool(tool, parameters, environment) {
  return run(`node_modules/.bin/${tool}`, parameters, environment);
}

const run = (program, parameters, env = process.env, stdio = 'inherit') =>
  spawnSync(program, parameters, { env, stdio }).status ?? 1;

/** Whether a file is missing, or older than one of its sources. */
export function isOutdated(file, sources) {
  const modifiedMs = (path) => statSync(path).mtimeMs;
  return !existsSync(file) || sources.some((source) => modifiedMs(source) > modifiedMs(file));
}

/** @returns {string[]} paths of all files in a folder and its subfolders, beginning with the folder's */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @returns {string | undefined} path of a program in PATH */
export function which(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Installs Debian packages, if there is apt-get and this process runs as root.
 * @returns {boolean} whether they are installed
 */
export function installWithApt(...packages) {
  if (process.getuid?.() !== 0 || !which('apt-get')) return false;
  log(`installing ${packages.join(', ')} with apt-get …`);
  const run = (...parameters) =>
    spawnSync('apt-get', [...ONE_SHORT_TRY, '-qq', ...parameters], {
      stdio: 'ignore',
      timeout: INSTALL_WITHIN_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  run('update');
  return run('install', '-y', ...packages).status === 0;
}
