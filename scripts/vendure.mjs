/**
 * `npm run test:vendure`: sets up the plugin's folder, and tests the plugin in a booted Vendure, with the sandbox, the function and a
 * browser. Passes further arguments to Playwright.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { readEnvironment } from './environment.mjs';
import { findChromium } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { giveUp, runTool, log } from './system.mjs';

const startedMs = Date.now();
installPackages('everything');
// Import it only now, because the packages that it needs may just have been installed.
const { prepareVendure } = await import('./prepare-vendure.mjs');
await prepareVendure();
const environment = { ...readEnvironment(), CHROMIUM_PATH: findChromium('chromium-headless-shell') };
mkdirSync('.cache/tests', { recursive: true });
if (!existsSync('build/embed.html')) buildPages(environment);
const status = runTool(
  'playwright',
  ['test', '--config', 'packages/vendure/tests', ...process.argv.slice(2)],
  environment,
);
log(`Vendure: ${Math.round((Date.now() - startedMs) / 1000)} s`);
if (status !== 0) giveUp('the tests of the plugin for Vendure failed.');
