/** `npm run screens`: builds, and takes pictures of every screen: in .cache/screens, those of the docs in docs/screens. */
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
