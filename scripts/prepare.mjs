/** Generates the sources that aren't in the repository, unless the packages for it are missing. Runs after `npm ci` too. */
import { existsSync } from 'node:fs';
import { giveUp, runNode, runTool, startNode } from './system.mjs';

// Skip it if a command has installed the packages, which runs this next (scripts/packages.mjs).
if (existsSync('node_modules/.bin/svelte-kit') && process.env.DROPPOINT_PREPARE !== 'next') {
  // Use two cores, because each takes seconds the first time.
  const map = startNode(['scripts/basemap.mjs']);
  const succeeded =
    runNode(['scripts/languages.mjs']) === 0 &&
    runNode(['--import', 'tsx', 'scripts/compile-api.mjs']) === 0 &&
    runTool('svelte-kit', ['sync']) === 0;
  if ((await map) !== 0 || !succeeded) giveUp('generating sources for types and builds failed, see above.');
}
