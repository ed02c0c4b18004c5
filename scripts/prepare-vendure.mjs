import { buildClient, buildVendure } from './build-package.mjs';
import { installVendure } from './packages.mjs';

/** The plugin's own packages, among which the client is put, as its users install both. */
const MODULES = 'packages/vendure/node_modules';

/**
 * Installs what the plugin for Vendure is compiled and tested with, and compiles it.
 * @param folder output folder; among its own packages unless given
 */
export async function prepareVendure(folder = `${MODULES}/@droppoint/vendure`) {
  installVendure();
  await buildClient(`${MODULES}/@droppoint/platform`);
  buildVendure(folder);
}
