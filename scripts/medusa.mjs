/**
 * `npm run test:medusa`: sets up the plugin's folder, compiles the plugin against the oldest Medusa too, and tests it in a booted Medusa,
 * with PostgreSQL, the sandbox, the function and a browser. Passes further arguments to Playwright.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { readEnvironment } from './environment.mjs';
import { compileAgainstOldest } from './oldest-medusa.mjs';
import { findChromium, findPostgres } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { giveUp, runTool, log } from './system.mjs';

const startedMs = Date.now();
const postgres = findPostgres();
if (postgres === undefined) giveUp('no PostgreSQL, see above.');
installPackages('everything');
// Import it only now, because the packages that it needs may just have been installed.
const { prepareMedusa } = await import('./prepare-medusa.mjs');
await prepareMedusa();
// A run of some tests alone doesn't need it.
if (process.argv.length === 2) compileAgainstOldest();
const environment = {
  ...readEnvironment(),
  CHROMIUM_PATH: findChromium('chromium-headless-shell'),
  POSTGRES_PATH: postgres,
};
mkdirSync('.cache/tests', { recursive: true });
if (!existsSync('build/embed.html')) buildPages(environment);
const status = runTool(
  'playwright',
  ['test', '--config', 'packages/medusa/tests', ...process.argv.slice(2)],
  environment,
);
log(`Medusa: ${Math.round((Date.now() - startedMs) / 1000)} s`);
if (status !== 0) giveUp('the tests of the plugin for Medusa failed.');
