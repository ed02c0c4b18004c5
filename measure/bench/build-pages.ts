import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { STREET_VARIANTS } from './page-contract.ts';
import { BENCH_FOLDER } from './places.ts';
import { followSystem } from '../../scripts/follow-system.mjs';

const SOURCE = 'measure/bench/pages';
export const PAGES_FOLDER = join(BENCH_FOLDER, 'pages');
const MODULE_PAGES = [
  ...['empty', 'product', 'markercluster', 'supercluster', 'whole-network'],
  ...STREET_VARIANTS.map((variant) => `streets-${variant}`),
];
const FLOOR_SCRIPT_LIMIT_BYTES = 2048;

/** Builds the bench's pages with the product's own bundler and minification. */
export async function buildPages(): Promise<void> {
  await build({
    configFile: false,
    css: { postcss: { plugins: [followSystem] } },
    root: SOURCE,
    base: './',
    logLevel: 'error',
    plugins: [mapPages()],
    build: {
      outDir: join(process.cwd(), PAGES_FOLDER),
      emptyOutDir: true,
      rolldownOptions: { input: MODULE_PAGES.map((name) => join(SOURCE, `${name}.html`)) },
    },
  });
  const script = await buildFloor();
  if (Buffer.byteLength(script) > FLOOR_SCRIPT_LIMIT_BYTES) {
    throw new Error(`The floor's script has ${Buffer.byteLength(script)} bytes, more than 2 KB.`);
  }
  const page = readFileSync(join(SOURCE, 'floor.html'), 'utf8');
  writeFileSync(
    join(PAGES_FOLDER, 'floor.html'),
    page.replace(/<!--.*?-->/s, () => `<script type="module">${script}</script>`),
  );
}

/** Serves the pages that differ only in their script: each is map.html with a different one. */
function mapPages(): Plugin {
  const pages = new Map(MODULE_PAGES.map((name) => [resolve(SOURCE, `${name}.html`), name]));
  const template = readFileSync(join(SOURCE, 'map.html'), 'utf8');
  return {
    name: 'map-pages',
    enforce: 'pre',
    resolveId: (id) => (pages.has(resolve(id)) ? resolve(id) : null),
    load: (id) => (pages.has(id) ? template.replaceAll('%page%', pages.get(id)!) : null),
  };
}

/** Bundles the floor page's script. @returns its text */
async function buildFloor(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: { input: join(SOURCE, 'floor.ts') },
      modulePreload: { polyfill: false },
    },
  });
  if (!('output' in built)) throw new TypeError('The floor was not built into one file.');
  return built.output[0].code.trim();
}

/**
 * Makes the site of the cold part: the built product, the bench's pages in `/bench/`, and the network as one file. The bench's small
 * files are compressed, like the product's.
 */
export function makeSite(folder: string, rowsFile: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync('build', folder, { recursive: true });
  const own = join(folder, 'bench');
  cpSync(PAGES_FOLDER, own, {
    recursive: true,
    filter: (path) => !/\/(?:empty|product|markercluster|supercluster)\.html$/.test(path),
  });
  for (const ending of ['', '.br']) cpSync(rowsFile + ending, join(own, `network.json${ending}`));
  for (const name of readdirSync(own, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:html|js|css)$/.test(name)) continue;
    writeFileSync(join(own, `${name}.br`), brotliCompressSync(readFileSync(join(own, name))));
  }
}
