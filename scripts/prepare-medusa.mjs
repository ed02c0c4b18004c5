import { mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildClient, buildMedusa, CLIENT_LIBRARIES } from './build-package.mjs';
import { installPlugin } from './packages.mjs';

/** The plugin's packages. The client is put among them, because the plugin's users install both. */
const MODULES = 'packages/medusa/node_modules';

/**
 * Installs the packages for compiling and testing the plugin for Medusa, and compiles it.
 * @param folder output folder; default: among its own packages
 */
export async function prepareMedusa(folder = `${MODULES}/@droppoint/medusa`) {
  installPlugin('packages/medusa');
  const client = `${MODULES}/@droppoint/platform`;
  await buildClient(client);
  // Medusa has other versions of these; npm would give the client its own too.
  mkdirSync(`${client}/node_modules`);
  for (const name of CLIENT_LIBRARIES)
    symlinkSync(resolve('node_modules', name), `${client}/node_modules/${name}`);
  buildMedusa(folder);
}
