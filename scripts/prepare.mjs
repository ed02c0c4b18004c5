/** npm runs this after `npm ci`: writes what types, tests and builds need and the repository doesn't hold. Without the tools to build, nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { giveUp } from './system.mjs';

const KIT = 'node_modules/.bin/svelte-kit';
const steps = [
  [process.execPath, 'scripts/languages.mjs'],
  [process.execPath, 'scripts/basemap.mjs'],
  [KIT, 'sync'],
];
for (const [program, ...parameters] of existsSync(KIT) ? steps : []) {
  const { status } = spawnSync(program, parameters, { stdio: 'inherit' });
  if (status !== 0) giveUp(`${parameters.join(' ')} failed, see above.`);
}
