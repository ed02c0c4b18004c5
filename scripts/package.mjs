/** `npm run package`: builds the npm packages in build-package/. `npm run package -- vendure`: those that a Vendure shop installs. */
import { installPackages } from './packages.mjs';
import { say } from './system.mjs';

const FOLDER = 'build-package';

installPackages('everything');
// Imported only now: the packages that it needs may just have been installed.
const { buildClient, buildPackage, buildSandbox } = await import('./build-package.mjs');
if (process.argv.includes('vendure')) {
  const { prepareVendure } = await import('./prepare-vendure.mjs');
  await prepareVendure(`${FOLDER}/vendure`);
  await buildClient(`${FOLDER}/platform`);
} else {
  await buildPackage(`${FOLDER}/droppoint-picker`);
  await buildClient(`${FOLDER}/platform`);
  await buildSandbox(`${FOLDER}/sandbox`);
}
say(`the packages are in ${FOLDER}: npm install with the path of such a folder installs one`);
