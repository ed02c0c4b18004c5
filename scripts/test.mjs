/**
 * `npm test`: sets up, runs every check and test of the project, and ends with a line of numbers. `npm test -- --quick` leaves
 * out the build, the browser tests and those of the plugin for Vendure.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readEnvironment } from './environment.mjs';
import { findChromium, findMoreBrowsers, findPhp, findServers } from './find-programs.mjs';
import { installPackages } from './packages.mjs';
import { giveUp, say, startNode } from './system.mjs';

const isQuick = process.argv.includes('--quick');
installPackages('everything');
findPhp();
findServers();
const environment = { ...readEnvironment(), ...(isQuick ? {} : findBrowsers()) };
const reports = {
  unit: '.cache/tests/unit.json',
  browser: '.cache/tests/browser.json',
  vendure: '.cache/tests/vendure.json',
};
rmSync('.cache/tests', { recursive: true, force: true });
mkdirSync('.cache/tests', { recursive: true });

/** Folders with their own tsconfig.json. */
const rooms =
  'functions packages packages/vendure/tests sandbox scripts/basemap publisher deploy tests examples';

/** TypeScript 7 takes a sixth of the time. Svelte's tools need the JavaScript API of TypeScript, which 7 doesn't have yet. */
const tsc = '../typescript-native/bin/tsc';
/** Run two at a time, as each uses one core. The build is among them to use the core that would be idle at the end. */
const checks = [
  ['lint', 'oxlint', '--quiet'],
  ['lint of Svelte', 'eslint', '--config', 'scripts/checks/eslint.config.js', '.'],
  ['format', 'oxfmt', '--config', 'scripts/checks/oxfmt.json', '--check'],
  ['types of the pages', 'svelte-check', '--fail-on-warnings', '--output', 'human'],
  ...rooms.split(' ').map((room) => [`types of ${room}`, tsc, '-p', room]),
  ['unused code', 'knip', '--config', 'scripts/checks/knip.json'],
  ...(isQuick ? [] : [['build', 'vite', 'build', '--logLevel', 'warn']]),
];

const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.unit}`];
const projects = ['node', 'streets', 'workerd', 'firefox', 'webkit'].map((name) => `--project=${name}`);
const unitTests = ['unit and function tests', 'vitest', 'run', ...reporters];
const browserTests = ['browser tests', 'playwright', 'test', '--config', 'tests', ...projects];

const failed = [];
const report = (title, status, startedMs) => {
  if (status !== 0) failed.push(title);
  say(`${title}: ${status === 0 ? 'passed' : 'FAILED'} (${Math.round((Date.now() - startedMs) / 1000)} s)`);
};

/** Runs a program, and prints what it prints at its end, so that the lines of two don't mix. */
async function check(title, program, parameters) {
  const startedMs = Date.now();
  const child = spawn(program, parameters, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  report(title, status, startedMs);
}

/** Runs a tool of node_modules alone, or beside what prints nothing meanwhile. */
async function show([title, tool, ...parameters]) {
  const startedMs = Date.now();
  say(`${title} …`);
  report(title, await startNode([`node_modules/.bin/${tool}`, ...parameters], environment), startedMs);
}

say('lint, format, types …');
const waiting = checks.values();
const takeTurns = async () => {
  for (const [title, tool, ...parameters] of waiting)
    await check(title, `node_modules/.bin/${tool}`, parameters);
};
await Promise.all([takeTurns(), takeTurns()]);

await show(unitTests);
// Vendure's set their own folder up and have ports of their own. Each of the two leaves a part of a core idle to the other.
if (!isQuick)
  await Promise.all([
    show(browserTests),
    check('tests of the plugin for Vendure', process.execPath, ['scripts/vendure.mjs']),
  ]);

const unit = readReport(reports.unit, (report) => [
  report.numPassedTests,
  report.numFailedTests,
  report.numPendingTests,
]);
const [browser, vendure] = [reports.browser, reports.vendure].map((file) =>
  readReport(file, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped]),
);
const [passed, failures, skipped] = unit.map((count, index) => count + browser[index] + vendure[index]);
console.log(`\n${passed} passed, ${Math.max(failures, failed.length)} failed, ${skipped} skipped`);
if (failed.length > 0) giveUp(`failed: ${failed.join(', ')}.`);

function findBrowsers() {
  const chromium = findChromium('chromium-headless-shell');
  say(`browser: ${chromium}`);
  return { CHROMIUM_PATH: chromium, ...findMoreBrowsers() };
}

/** Counts of a report; zeros if there is none because the tests didn't run, which the step has reported. */
function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [0, 0, 0];
  }
}
