/** `npm run package`: builds the npm packages in build-package/. `npm run package -- vendure`: builds those for a Vendure shop; `-- medusa`: for one on Medusa. */
import { installPackages } from './packages.mjs';
import { log } from './system.mjs';

const FOLDER = 'build-package';

installPackages('everything');
// Import it only now, because the packages that it needs may just have been installed.
const { buildClient, buildPackage, buildSandbox } = await import('./build-package.mjs');
if (process.argv.includes('vendure')) {
  const { prepareVendure } = await import('./prepare-vendure.mjs');
  await prepareVendure(`${FOLDER}/vendure`);
  await buildClient(`${FOLDER}/platform`);
} else if (process.argv.includes('medusa')) {
  const { prepareMedusa } = await import('./prepare-medusa.mjs');
  await prepareMedusa(`${FOLDER}/medusa`);
  await buildClient(`${FOLDER}/platform`);
} else {
  await buildPackage(`${FOLDER}/droppoint-picker`);
  await buildClient(`${FOLDER}/platform`);
  await buildSandbox(`${FOLDER}/sandbox`);
}
log(`the packages are in ${FOLDER}; install one with npm install and its folder's path`);
