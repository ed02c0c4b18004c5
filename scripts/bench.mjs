/** `npm run bench`: builds, then measures the product beside its peers; `--quick`, `--only memory|cold|widget|interactions|streets|search|publishing|lighthouse`, `--json FILE`. */
import { spawnSync } from 'node:child_process';
import { findChromium } from './browser.mjs';
import { readEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';
import { giveUp, say } from './system.mjs';

installPackages();
const words = process.argv.slice(2);
// Searches and publishing are measured without a browser.
const withBrowser = !['search', 'publishing'].includes(words[words.indexOf('--only') + 1]);
const environment = { ...readEnvironment(), ...(withBrowser && { CHROMIUM_PATH: findChromium() }) };
const node = process.execPath;
const build = ['building the pages …', 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'];
const steps = [
  ...(withBrowser ? [build] : []),
  ['measuring …', '--import', 'tsx', 'tests/bench/main.ts', ...words],
];
for (const [title, ...parameters] of steps) {
  say(title);
  const { status } = spawnSync(node, parameters, { stdio: 'inherit', env: environment });
  if (status !== 0) giveUp('the bench ended early, see above.');
}
