/** `npm run release`: builds the pages and puts all that an operator's machine needs into one folder, build-release/droppoint-…; with `--pages FOLDER` of pages that are built. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';
import { giveUp, say } from './system.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string' }, to: { type: 'string' } } });
installPackages();
const environment = readEnvironment();
if (values.pages === undefined) {
  say('building the pages …');
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    { env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0) giveUp('the build failed, see above.');
}
// Only now: the packages that it needs may just have been installed.
const { buildRelease } = await import('./build-release.mjs');
const folder = await buildRelease(values.pages ?? 'build', values.to ?? 'build-release', environment);
say(`${folder}: copy it to each machine, beside its .env; docs/operating.md tells the rest`);
