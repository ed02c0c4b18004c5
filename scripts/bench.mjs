/**
 * `npm run bench`: builds, then measures the product and its peers. Options: `--quick`, `--json FILE`,
 * `--only memory|cold|widget|interactions|streets|search|publishing|lighthouse`.
 */
import { readEnvironment } from './environment.mjs';
import { findChromium } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { giveUp, runNode, say } from './system.mjs';

installPackages('everything');
const words = process.argv.slice(2);
const environment = readEnvironment();
// Searches and publishing are measured without a browser.
if (!['search', 'publishing'].includes(words[words.indexOf('--only') + 1])) {
  environment.CHROMIUM_PATH = findChromium();
  buildPages(environment);
}
say('measuring …');
const status = runNode(['--import', 'tsx', 'tests/bench/main.ts', ...words], environment);
if (status !== 0) giveUp('the bench ended early, see above.');
