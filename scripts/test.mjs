/**
 * `npm test`: sets up, runs what every change needs, and ends with a line of numbers: checks, unit and function tests, and the browser
 * tests in Chromium on Node. `--quick` leaves out the build and the browser tests.
 *
 * `npm run test:all` continues with tests that need other programs or more time: releases and packages, other versions of Node, servers
 * of an operator's machine, rarer looks, frameworks, workerd, Firefox, WebKit, the plugins for Vendure and Medusa. With `--rest`, runs
 * only these.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { PAGE_TYPES, TSC, TYPE_FOLDERS } from './checks/type-folders.mjs';
import { readEnvironment } from './environment.mjs';
import { findChromium, findMoreBrowsers, findPhp, findPostgres, findServers } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { giveUp, log, startNode } from './system.mjs';

const isQuick = process.argv.includes('--quick');
const isRest = process.argv.includes('--rest');
const isAll = isRest || process.argv.includes('--all');
installPackages('everything');
const engines = ['Vendure'];
if (isAll) {
  findPhp();
  findServers();
  if (findPostgres()) engines.push('Medusa');
}
const environment = { ...readEnvironment(), ...(isQuick ? {} : findBrowsers()) };
const REPORTS = '.cache/tests';
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
// Check the types of the pages without the results of earlier runs.
rmSync('.svelte-kit/.svelte-check', { recursive: true, force: true });

/**
 * Checks run two at a time, because each uses one core: those that could use several would only divide, and partly repeat, the same
 * work. The build is among them to use the core that would be idle at the end.
 */
const checks = [
  ['lint', 'oxlint', '--quiet', '--ignore-pattern', 'measure/'],
  ['lint of Svelte', 'eslint', '--config', 'scripts/checks/eslint.config.js', '.'],
  ['format', 'oxfmt', '--config', 'scripts/checks/oxfmt.json', '--threads=1', '--check'],
  ['types of the pages', 'svelte-check', ...PAGE_TYPES],
  ...TYPE_FOLDERS.map((folder) => [`types of ${folder}`, `../../${TSC}`, '--singleThreaded', '-p', folder]),
  ['unused code', 'knip', '--config', 'scripts/checks/knip.json'],
  ...(isQuick ? [] : [['build', 'vite', 'build', '--logLevel', 'warn']]),
];

const VITEST = 'node_modules/.bin/vitest';
const PLAYWRIGHT = 'node_modules/.bin/playwright';
const failed = [];
const report = (title, status, startedMs) => {
  if (status !== 0) failed.push(title);
  log(`${title}: ${status === 0 ? 'passed' : 'FAILED'} (${Math.round((Date.now() - startedMs) / 1000)} s)`);
};

/** Runs a program, and prints its output when it ends, so that the lines of two programs don't mix. */
async function check(title, program, parameters) {
  const startedMs = Date.now();
  const child = spawn(program, parameters, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  report(title, status, startedMs);
}

/** Runs a Node program with nothing beside it, and prints its output immediately. */
async function show(title, parameters, more = {}) {
  const startedMs = Date.now();
  log(`${title} …`);
  report(title, await startNode(parameters, { ...environment, ...more }), startedMs);
}

// Run them sequentially: two browser engines, or one beside a booted shop, slow each other down
// until tests time out.
const counts = [];
if (!isRest) {
  await runChecks();
  await runUnitTests('unit and function tests', ['together', 'apart']);
  if (!isQuick) await runBrowserTests('node', 'streets');
}
if (isAll) {
  if (!existsSync('build/embed.html')) buildPages(environment);
  // Run them one at a time: nodes give Redis 50 ms, and building a release in parallel may keep it from answering in time.
  await runUnitTests('tests of releases, packages and servers', ['programs'], '--maxWorkers=1');
  await show('tests on other versions of Node', ['scripts/node-versions.mjs']);
  await show('measure: lint, types, tests', ['scripts/check.mjs', 'measure']);
  for (const project of ['looks', 'frameworks', 'workerd', 'firefox', 'webkit'])
    await runBrowserTests(project);
  for (const engine of engines) {
    const name = engine.toLowerCase();
    await show(`tests of the plugin for ${engine}`, [`scripts/${name}.mjs`]);
    counts.push(readReport(name, countBrowserTests));
  }
}

const [passed, failures, skipped] = [0, 1, 2].map((index) =>
  counts.reduce((sum, numbers) => sum + numbers[index], 0),
);
console.log(`\n${passed} passed, ${Math.max(failures, failed.length)} failed, ${skipped} skipped`);
if (failed.length > 0) giveUp(`failed: ${failed.join(', ')}.`);

async function runChecks() {
  log('lint, format, types …');
  const waiting = checks.values();
  const takeTurns = async () => {
    for (const [title, tool, ...parameters] of waiting)
      await check(title, `node_modules/.bin/${tool}`, parameters);
  };
  await Promise.all([takeTurns(), takeTurns()]);
}

/** Runs projects of vitest.config.ts. */
async function runUnitTests(title, projects, ...options) {
  const [name] = projects;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/${name}.json`];
  const chosen = projects.map((project) => `--project=${project}`);
  await show(title, [VITEST, 'run', ...reporters, ...chosen, ...options]);
  counts.push(
    readReport(name, (report) => [report.numPassedTests, report.numFailedTests, report.numPendingTests]),
  );
}

/** Runs projects of tests/playwright.config.ts. */
async function runBrowserTests(...projects) {
  const [name] = projects;
  await show(
    `browser tests: ${projects.join(', ')}`,
    [PLAYWRIGHT, 'test', '--config', 'tests', ...projects.map((project) => `--project=${project}`)],
    { BROWSER_REPORT: `../${REPORTS}/${name}.json` },
  );
  counts.push(readReport(name, countBrowserTests));
}

function findBrowsers() {
  const chromium = findChromium('chromium-headless-shell');
  log(`browser: ${chromium}`);
  return { CHROMIUM_PATH: chromium, ...(isAll ? findMoreBrowsers() : {}) };
}

function countBrowserTests({ stats }) {
  return [stats.expected, stats.unexpected + stats.flaky, stats.skipped];
}

/** Reads the counts of a report; zeros if the tests didn't run, which their step has reported. */
function readReport(name, count) {
  try {
    return count(JSON.parse(readFileSync(`${REPORTS}/${name}.json`, 'utf8')));
  } catch {
    return [0, 0, 0];
  }
}
