/** Generates the sources that are not in the repository, unless packages for that are missing. Runs after `npm ci` too. */
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
