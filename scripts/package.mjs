/**
 * `npm run package`: builds the npm packages in build-package/, and packs each into an archive that shops install by its address,
 * /v1/packages/… of the pages. `npm run package -- platform`: only that one, and installs only what that needs; also `picker`,
 * `sandbox`, or a plugin, `vendure` or `medusa`, which is built with the client.
 */
import { installCompiler, installPackages } from './packages.mjs';
import { giveUp, log } from './system.mjs';

const FOLDER = 'build-package';
/** Folders of the packages by the word on the command line, and what else is built with one. */
const PACKAGES = {
  picker: ['droppoint-picker'],
  platform: ['platform'],
  sandbox: ['sandbox'],
  vendure: ['vendure', 'platform'],
  medusa: ['medusa', 'platform'],
};
const USUAL = ['picker', 'platform', 'sandbox'];

const requested = process.argv.slice(2);
const unknown = requested.filter((word) => !Object.hasOwn(PACKAGES, word));
if (unknown.length > 0)
  giveUp(`there is no package ${unknown.join(', ')}. Choose of ${Object.keys(PACKAGES).join(', ')}.`);
const words = requested.length > 0 ? requested : USUAL;
const folders = [...new Set(words.flatMap((word) => PACKAGES[word]))];

// Of the packages for development, the client and the plugins need the compiler alone; a plugin has packages of its own.
const needsBundler = folders.some((folder) => ['droppoint-picker', 'sandbox'].includes(folder));
installPackages(needsBundler ? 'everything' : 'running');
if (!needsBundler) installCompiler();
// Import it only now, because the packages that it needs may just have been installed.
const { buildClient, buildPackage, buildSandbox } = await import('./build-package.mjs');
const BUILDERS = {
  'droppoint-picker': buildPackage,
  platform: buildClient,
  sandbox: buildSandbox,
  vendure: async (folder) => (await import('./prepare-vendure.mjs')).prepareVendure(folder),
  medusa: async (folder) => (await import('./prepare-medusa.mjs')).prepareMedusa(folder),
};
for (const folder of folders) await BUILDERS[folder](`${FOLDER}/${folder}`);
const { packPackages, publishPackages } = await import('./pack-packages.mjs');
for (const { file, integrity } of packPackages(folders.map((folder) => `${FOLDER}/${folder}`)))
  log(`package for shops: /v1/packages/${file} with integrity ${integrity}`);
publishPackages();
log(`the packages are in ${FOLDER}; install one with npm install and its folder's path`);
