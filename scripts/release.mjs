/**
 * `npm run release`: builds the pages and makes a release, build-release/droppoint-…, with all files that an operator's machine
 * needs. `--pages FOLDER` uses built pages instead; `--to FOLDER` replaces build-release.
 */
import { parseArgs } from 'node:util';
import { readEnvironment } from './environment.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { log } from './system.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string' }, to: { type: 'string' } } });
installPackages('running');
const environment = readEnvironment();
if (values.pages === undefined) buildPages(environment);
// Import it only now, because the packages that it needs may just have been installed.
const { buildRelease } = await import('./build-release.mjs');
const folder = await buildRelease(values.pages ?? 'build', values.to ?? 'build-release', environment);
log(`${folder}: copy it to each machine, beside its .env; docs/operating.md describes the next steps`);
