/**
 * `npm run bench`: builds, then measures the product and its peers. Options: `--quick`, `--json FILE`,
 * `--only memory|cold|widget|interactions|desk|parcel|choose|streets|search|publishing|holes`; for holes also
 * `--engine chromium|firefox|webkit`, `--moves NUMBER` and `--seed NUMBER`.
 */
import { readEnvironment } from './environment.mjs';
import { findChromium, findMoreBrowsers } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { giveUp, runNode, log } from './system.mjs';

installPackages('everything');
const words = process.argv.slice(2);
const environment = readEnvironment();
const only = words[words.indexOf('--only') + 1];
if (only === 'holes') Object.assign(environment, findMoreBrowsers());
// Measuring searches and publishing doesn't need a browser.
if (!['search', 'publishing'].includes(only)) {
  environment.CHROMIUM_PATH = findChromium();
  buildPages(environment);
}
log('measuring …');
const status = runNode(['--import', 'tsx', 'measure/bench/main.ts', ...words], environment);
if (status !== 0) giveUp('the benchmark stopped early or found a fault, see above.');
