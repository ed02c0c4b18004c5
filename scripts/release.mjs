/**
 * `npm run release`: builds the pages and makes a release, build-release/droppoint-…, with all files that an operator's machine
 * needs. `--pages FOLDER` takes built pages instead, `--to FOLDER` replaces build-release.
 */
import { parseArgs } from 'node:util';
import { readEnvironment } from './environment.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { say } from './system.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string' }, to: { type: 'string' } } });
installPackages('running');
const environment = readEnvironment();
if (values.pages === undefined) buildPages(environment);
// Imported only now: the packages that it needs may just have been installed.
const { buildRelease } = await import('./build-release.mjs');
const folder = await buildRelease(values.pages ?? 'build', values.to ?? 'build-release', environment);
say(`${folder}: copy it to each machine, beside its .env; docs/operating.md describes the next steps`);
