/** `npm run package`: builds the widget's npm package in build-package/. */
import { installPackages } from './packages.mjs';
import { say } from './system.mjs';

const FOLDER = 'build-package';

installPackages('everything');
// Imported only now: the packages that it needs may just have been installed.
const { buildPackage } = await import('./build-package.mjs');
await buildPackage(FOLDER);
say(
  `the package droppoint-picker is in ${FOLDER}: a shop installs it with npm install and that folder's path`,
);
