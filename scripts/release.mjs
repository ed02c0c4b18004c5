/** `npm run release`: builds the pages and puts all that an operator's machine needs into one folder, build-release/droppoint-…; with `--pages FOLDER` of pages that are built. */
import { parseArgs } from 'node:util';
import { readEnvironment } from './environment.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { say } from './system.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string' }, to: { type: 'string' } } });
installPackages();
const environment = readEnvironment();
if (values.pages === undefined) buildPages(environment);
// Only now: the packages that it needs may just have been installed.
const { buildRelease } = await import('./build-release.mjs');
const folder = await buildRelease(values.pages ?? 'build', values.to ?? 'build-release', environment);
say(`${folder}: copy it to each machine, beside its .env; docs/operating.md tells the rest`);
