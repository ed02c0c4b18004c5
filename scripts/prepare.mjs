/**
 * Generates the sources that are not kept in the repository; types, tests and builds need them. Runs after `npm ci` and at the
 * start of each command. Does nothing if the tools for building aren't installed.
 */
import { existsSync } from 'node:fs';
import { giveUp, runNode, runTool } from './system.mjs';

if (existsSync('node_modules/.bin/svelte-kit')) {
  const isDone =
    runNode(['scripts/languages.mjs']) === 0 &&
    runNode(['scripts/basemap.mjs']) === 0 &&
    runNode(['--import', 'tsx', 'scripts/compile-api.mjs']) === 0 &&
    runTool('svelte-kit', ['sync']) === 0;
  if (!isDone) giveUp('what types and builds need could not be made, see above.');
}
