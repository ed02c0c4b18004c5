/**
 * `npm run check`: checks lint, format, types and the nearest tests of the files that differ from main; of other files with
 * `npm run check -- FOLDER_OR_FILE …`. With `--watch`, checks again whenever a file is saved.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, watch } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { SLOW_TESTS } from './checks/slow-tests.mjs';
import { PAGE_TYPES, TSC, TYPE_FOLDERS } from './checks/type-folders.mjs';
import { installMissing, installPackages } from './packages.mjs';
import { measureDistances } from './read-imports.mjs';
import { log, startNode } from './system.mjs';

/** Run at most this many test files, the nearest to the change; `npm test` runs all of them. */
const MAX_TEST_FILES = 6;
const TESTS = /^(measure|tests)\/.*\.test\.ts$/;
/** Also check benchmarks and load tests, which `npm test` leaves to `npm run test:all`. */
const FOLDERS = [...TYPE_FOLDERS, 'measure'];
/** Wait this long after a saved file, because a change is often several files. */
const GATHER_MS = 100;

const git = (...parameters) =>
  execFileSync('git', parameters, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Lists all files that git doesn't ignore, or those in these paths. */
const listOwn = (...paths) => git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths);

const parameters = process.argv.slice(2);
const isWatching = parameters.includes('--watch');
const named = parameters.filter((parameter) => !parameter.startsWith('--'));

await prepare();
mkdirSync('.cache/types', { recursive: true });
const isFine = await check(listFiles(named));
if (isWatching) await watchFiles();
else if (!isFine) process.exitCode = 1;

/** Installs and generates missing or outdated files. Generates types of routes, which takes three seconds, only the first time. */
async function prepare() {
  if (!existsSync('.svelte-kit/tsconfig.json')) return installPackages('everything');
  installMissing('everything', { DROPPOINT_PREPARE: 'next' });
  const generators = [['scripts/languages.mjs'], ['--import', 'tsx', 'scripts/compile-api.mjs']];
  const statuses = await Promise.all(generators.map((words) => startNode(words)));
  if (statuses.some((status) => status !== 0)) process.exit(1);
}

/** @returns {string[]} the files in the named folders, or, if none is named, those that differ from main */
function listFiles(names) {
  if (names.length > 0) return listOwn(...names).filter(existsSync);
  const [base = 'HEAD'] = hasMain() ? git('merge-base', 'main', 'HEAD') : [];
  const changed = git('diff', '--name-only', base);
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')].filter(existsSync);
}

/** Whether the clone has a branch `main`. */
function hasMain() {
  return git('branch', '--list', 'main').length > 0;
}

/**
 * Runs all kinds of checks on files, in parallel.
 * @returns {Promise<boolean>} whether nothing was found
 */
async function check(files) {
  if (files.length === 0) {
    log('nothing differs from main. To check a folder: npm run check -- src/lib/card');
    return true;
  }
  const startedMs = Date.now();
  const steps = [...lint(files), ...checkTypes(files), ...runTests(files)];
  const failed = [];
  const waiting = steps.values();
  const takeTurns = async () => {
    for (const [title, program, words] of waiting) if (!(await run(program, words))) failed.push(title);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, takeTurns));
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  const verdict = failed.length > 0 ? `FAILED: ${failed.join(', ')}` : 'passed';
  log(`${files.length} ${files.length === 1 ? 'file' : 'files'} checked in ${seconds} s: ${verdict}`);
  return failed.length === 0;
}

/** @returns {[title: string, program: string, words: string[]][]} */
function lint(files) {
  const code = files.filter((file) => /\.(ts|mjs|js)$/.test(file));
  const svelte = files.filter((file) => /\.svelte(\.ts)?$/.test(file));
  const formatted = files.filter((file) => /\.(ts|mjs|js|svelte|json|md|css|html)$/.test(file));
  const eslint = ['--config', 'scripts/checks/eslint.config.js', ...svelte];
  const oxfmt = ['--config', 'scripts/checks/oxfmt.json', '--check', '--no-error-on-unmatched-pattern'];
  return [
    ...(code.length > 0 ? [['lint', 'oxlint', ['--quiet', ...code]]] : []),
    ...(svelte.length > 0 ? [['lint of Svelte', 'eslint', eslint]] : []),
    ...(formatted.length > 0 ? [['format', 'oxfmt', [...oxfmt, ...formatted]]] : []),
  ];
}

/** Checks the types of each folder with a changed file, and of the tests, which import all others. */
function checkTypes(files) {
  const isCode = (file) => /\.(ts|mjs|svelte)$/.test(file);
  const touched = (folder) => files.some((file) => isCode(file) && file.startsWith(`${folder}/`));
  const folders = FOLDERS.filter(touched);
  const isTested = files.some((file) => isCode(file) && !file.startsWith('measure/'));
  return [
    ...(touched('src') ? [['types of the pages', 'svelte-check', PAGE_TYPES]] : []),
    ...[...new Set([...folders, ...(isTested ? ['tests'] : [])])].map((folder) => [
      `types of ${folder}`,
      TSC,
      [
        '-p',
        folder,
        '--incremental',
        '--tsBuildInfoFile',
        `.cache/types/${folder.replaceAll('/', '-')}.json`,
      ],
    ]),
  ];
}

/** Runs the test files with the fewest imports between them and a changed file, of these first the ones with a changed file's name. */
function runTests(files) {
  const all = listOwn('*.ts', '*.svelte', '*.mjs');
  const distances = measureDistances(all, files);
  // These tests take longer than seconds.
  const slow = new Set(listOwn(...SLOW_TESTS.map((pattern) => `:(glob)${pattern}`)));
  const nameOf = (file) => basename(file).split('.')[0];
  const names = new Set(files.map(nameOf));
  const isNamesake = (file) => Number(names.has(nameOf(file)));
  const tests = [...distances]
    .filter(([file]) => TESTS.test(file) && !slow.has(file))
    .sort(([a, from], [b, to]) => from - to || isNamesake(b) - isNamesake(a) || a.localeCompare(b))
    .map(([file]) => file);
  const nearest = tests.slice(0, MAX_TEST_FILES);
  const others = tests.length - nearest.length;
  if (others > 0)
    log(`running ${nearest.length} test files; ${others} more depend on the change (npm test runs them).`);
  return nearest.length > 0 ? [['tests', 'vitest', ['run', '--reporter=dot', ...nearest]]] : [];
}

/** Runs a program, and prints its output if it fails. @returns whether it succeeded */
async function run(program, words) {
  const path = program.includes('/') ? program : `node_modules/.bin/${program}`;
  const child = spawn(process.execPath, [path, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [status] = await once(child, 'close');
  if (status !== 0) process.stdout.write(Buffer.concat(output));
  return status === 0;
}

/** Checks each saved file until the process is stopped. */
async function watchFiles() {
  log('watching; stop with Ctrl+C');
  const saved = new Set();
  let isChecking = false;
  const checkSaved = async () => {
    if (isChecking) return;
    isChecking = true;
    while (saved.size > 0) {
      const files = [...saved].filter((file) => existsSync(file) && statSync(file).isFile());
      saved.clear();
      if (files.length > 0) await check(listOwn(...files));
    }
    isChecking = false;
  };
  let timer;
  for (const folder of new Set(git('ls-files').map((file) => file.split('/')[0])))
    if (existsSync(folder))
      watch(folder, { recursive: statSync(folder).isDirectory() }, (_, name) => {
        saved.add(statSync(folder).isDirectory() ? `${folder}/${name}` : folder);
        clearTimeout(timer);
        timer = setTimeout(checkSaved, GATHER_MS);
      });
}
