/** `npm run screens`: builds, walks through every screen and puts pictures of them into .cache/screens, those of the docs into docs/screens. */
import { readEnvironment } from './environment.mjs';
import { findChromium } from './find-programs.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { runTool } from './system.mjs';

installPackages();
const environment = { ...readEnvironment(), CHROMIUM_PATH: findChromium() };
buildPages(environment);
process.exit(runTool('playwright', ['test', '--project=screens', '--reporter=list'], environment));
