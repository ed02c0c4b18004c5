/** `npm run package`: builds the npm packages in build-package/. */
import { installPackages } from './packages.mjs';
import { say } from './system.mjs';

const FOLDER = 'build-package';

installPackages('everything');
// Imported only now: the packages that it needs may just have been installed.
const { buildClient, buildPackage, buildSandbox } = await import('./build-package.mjs');
await buildPackage(`${FOLDER}/droppoint-picker`);
await buildClient(`${FOLDER}/platform`);
await buildSandbox(`${FOLDER}/sandbox`);
say(
  `droppoint-picker, @droppoint/platform and @droppoint/sandbox are in ${FOLDER}: npm install with the path of such a folder installs one`,
);
