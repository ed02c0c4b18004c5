/** Generates the sources that are not in the repository, unless packages for that are missing. Runs after `npm ci` too. */
import { existsSync } from 'node:fs';
import { giveUp, runNode, runTool, startNode } from './system.mjs';

// A command that installs runs this by itself next (scripts/packages.mjs).
if (existsSync('node_modules/.bin/svelte-kit') && process.env.DROPPOINT_PREPARE !== 'next') {
  // On two cores: each takes seconds the first time.
  const map = startNode(['scripts/basemap.mjs']);
  const areMade =
    runNode(['scripts/languages.mjs']) === 0 &&
    runNode(['--import', 'tsx', 'scripts/compile-api.mjs']) === 0 &&
    runTool('svelte-kit', ['sync']) === 0;
  if ((await map) !== 0 || !areMade) giveUp('what types and builds need could not be made, see above.');
}
