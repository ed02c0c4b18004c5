/**
 * `npm run mutate`: mutation tests of the security-relevant parts with StrykerJS. Lists mutants that no test killed, by file, and
 * prints the percentage of killed mutants for each part; exit code 1 if one is under MIN_PERCENT. It takes about a core second
 * for each of some 4,000 mutants, an hour on two idle cores, so `npm test` doesn't run it.
 *
 * `npm run mutate -- relay functions/http/guards.ts:10-24` mutates only the given parts, files, patterns or lines.
 */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { installPackages } from './packages.mjs';
import { giveUp, log } from './system.mjs';

const MIN_PERCENT = 92;

/** Files and folders by part; folders end with a slash. */
const PARTS = {
  'tokens and sessions': [
    'functions/oauth/',
    'packages/platform/token-endpoint.ts',
    'packages/platform/app-token.ts',
    'packages/async/shared-call.ts',
  ],
  'who may ask, and request ids': ['functions/http/guards.ts'],
  'shop and frame': [
    'packages/contract/frame-message.ts',
    'src/lib/embed/host-link.ts',
    'packages/elements/picker/frame-link.ts',
    'packages/contract/host-origin.ts',
    'packages/contract/parcel-message.ts',
  ],
  relay: ['functions/relay/', 'packages/platform/fetch-upstream.ts', 'packages/platform/read-body.ts'],
  "the platform's client": [
    'packages/platform/address.ts',
    'packages/platform/app-token.ts',
    'packages/platform/call.ts',
    'packages/platform/check-body.ts',
    'packages/platform/client-credentials.ts',
    'packages/platform/client.ts',
    'packages/platform/json-text.ts',
    'packages/platform/labels.ts',
    'packages/platform/operation.ts',
    'packages/platform/parcel-state.ts',
    'packages/platform/read-answer.ts',
    'packages/platform/read-fields.ts',
    'packages/platform/request.ts',
    'packages/platform/tracking.ts',
  ],
  'pushed events': ['packages/platform/webhook.ts', 'packages/platform/base64.ts'],
  "a shop's server": ['packages/shop/'],
  "a shop's orders": ['packages/shop-engine/'],
  headers: ['functions/files/page-headers.ts', 'functions/http/api-headers.ts'],
  points: [
    'functions/points/',
    'packages/async/lru.ts',
    'packages/network/snapshot-format/partition-point.ts',
  ],
  'published files': ['functions/files/'],
  embed: ['src/lib/embed/', 'src/lib/ui/apply-look.ts'],
  'publish gate': ['publisher/compare-networks.ts', 'publisher/misplaced.ts'],
  'addresses, limits and logs': [
    'functions/http/client-address.ts',
    'functions/http/limit-log.ts',
    'functions/http/rate-limits.ts',
  ],
};

installPackages('everything');

// Refuse a path that matches nothing: Stryker only warns of it, and its part would be judged without it.
const paths = Object.values(PARTS).flat();
const absent = paths.filter((path) => !existsSync(path));
if (absent.length > 0) giveUp(`${absent.join(', ')}: no such file or folder. Correct PARTS.`);

const requested = process.argv.slice(2).flatMap((part) => PARTS[part] ?? part);
const mutated = (requested.length > 0 ? requested : paths).map((path) => path.replace(/\/$/, '/**/*.ts'));

const { default: Stryker } = await import('@stryker-mutator/core');
const results = await new Stryker({
  mutate: mutated,
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutate.vitest.mjs' },
  coverageAnalysis: 'perTest',
  // Stryker finds endless loops by counting. Don't count a mutant as killed because other programs take the processors.
  timeoutMS: 60_000,
  // Tests run in a copy of the project, and need .svelte-kit with its tsconfig.json, which Stryker excludes by default.
  tempDirName: '.cache/mutate',
  cleanTempDir: 'always',
  ignorePatterns: ['.cache', 'build', 'static', 'docs', 'test-results', 'published', '!.svelte-kit'],
  reporters: ['clear-text', process.stdout.isTTY ? 'progress' : 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: process.stdout.isTTY === true },
  logLevel: 'warn',
  warnings: { slow: false },
}).runMutationTest();

const KILLED = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];
const scores = Object.entries(PARTS).map(([part, paths]) => {
  const of = (statuses) =>
    results.filter(
      ({ fileName, status }) => statuses.includes(status) && paths.some((path) => isWithin(fileName, path)),
    ).length;
  const [killed, missed] = [of(KILLED), of(MISSED)];
  return { part, killed, all: killed + missed, percent: (100 * killed) / (killed + missed) };
});
const reached = scores.filter(({ all }) => all > 0);
for (const { part, killed, all, percent } of reached) {
  log(`${part}: ${killed} of ${all} mutants killed, ${percent.toFixed(1)} %`);
}
const unmutated = scores.filter(({ all }) => all === 0).map(({ part }) => part);
if (requested.length === 0 && unmutated.length > 0)
  giveUp(`no mutants: ${unmutated.join(', ')}. Correct PARTS.`);
const poor = reached.filter(({ percent }) => percent < MIN_PERCENT).map(({ part }) => part);
if (poor.length > 0)
  giveUp(`under ${MIN_PERCENT} %: ${poor.join(', ')}. Write tests that kill the survivors.`);

/** @param {string} fileName absolute or relative to the project */
function isWithin(fileName, path) {
  const name = relative('', fileName);
  return path.endsWith('/') ? name.startsWith(path) : name === path;
}
