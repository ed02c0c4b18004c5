/** `npm run screens`: builds the pages and takes pictures of every screen, in .cache/screens, and in docs/screens for the docs. */
import { readEnvironment } from './environment.mjs';
import { findChromium } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { runTool } from './system.mjs';

installPackages('everything');
const environment = { ...readEnvironment(), CHROMIUM_PATH: findChromium() };
buildPages(environment);
process.exit(
  runTool('playwright', ['test', '--config', 'tests', '--project=screens', '--reporter=list'], environment),
);
