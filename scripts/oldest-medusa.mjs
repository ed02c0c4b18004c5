import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../packages/medusa/package.json' with { type: 'json' };
import { TSC } from './checks/type-folders.mjs';
import { INSTALLED, runNpm } from './packages.mjs';
import { giveUp, log, runNode } from './system.mjs';

const SOURCE = 'packages/medusa';
const CLIENT = 'node_modules/@droppoint/platform';

/**
 * Compiles the plugin's server and its storefront's module against the types of the oldest Medusa that its manifest allows. That one
 * is installed in a folder of its own, because npm refuses two Medusas in one. `@medusajs/medusa` itself isn't, since the plugin only
 * uses the workflows that it exports again, and it is the larger part.
 */
export function compileAgainstOldest() {
  const version = manifest.peerDependencies['@medusajs/framework'].replace('^', '');
  const folder = `.cache/medusa-${version}`;
  if (!existsSync(join(folder, INSTALLED))) install(folder, version);
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  cpSync(`${SOURCE}/src`, join(folder, 'src'), { recursive: true });
  const settings = {
    extends: resolve(SOURCE, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      rootDir: 'src',
      typeRoots: [resolve('node_modules/@types')],
      paths: { '@medusajs/medusa/core-flows': ['./node_modules/@medusajs/core-flows/dist/index.d.ts'] },
    },
    include: ['src'],
    exclude: ['src/admin'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  log(`types of the plugin with Medusa ${version} …`);
  if (runNode([TSC, '-p', folder]) !== 0)
    giveUp(`the plugin for Medusa doesn’t fit the types of ${version}, see above.`);
}

function install(folder, version) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const packages = ['framework', 'core-flows'].map((name) => `@medusajs/${name}@${version}`);
  const words = ['install', '--ignore-scripts', '--legacy-peer-deps', ...packages];
  runNpm(words, `Medusa ${version}`, {}, folder);
  mkdirSync(join(folder, CLIENT, '..'), { recursive: true });
  symlinkSync(resolve(SOURCE, CLIENT), join(folder, CLIENT));
}
