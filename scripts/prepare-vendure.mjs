import { buildClient, buildVendure } from './build-package.mjs';
import { installPlugin } from './packages.mjs';

/** The plugin's packages. The client is put among them, because the plugin's users install both. */
const MODULES = 'packages/vendure/node_modules';

/**
 * Installs the packages for compiling and testing the plugin for Vendure, and compiles it.
 * @param folder output folder; default: among its own packages
 */
export async function prepareVendure(folder = `${MODULES}/@droppoint/vendure`) {
  installPlugin('packages/vendure');
  await buildClient(`${MODULES}/@droppoint/platform`);
  buildVendure(folder);
}
