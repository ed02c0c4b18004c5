import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { listOfflineFiles } from './list-offline-files.mjs';

const FOLDER = 'build';
const NAME = 'service-worker.js';
/** What the build of the pages has made of each source. */
const MANIFEST = '.svelte-kit/output/client/.vite/manifest.json';

/**
 * Builds /service-worker.js, which keeps the locator for times without a connection: one file, with compressed neighbours. Runs at the
 * end of every build of the pages (svelte.config.js).
 * @param {boolean} on false: what stands there makes browsers forget
 */
export async function buildOffline(on) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const page = readFileSync(`${FOLDER}/index.html`, 'utf8');
  const { files, languages } = listOfflineFiles(page, JSON.parse(readFileSync(MANIFEST, 'utf8')));
  const hash = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 8);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __OFFLINE_RELEASE__: JSON.stringify({ name: `${version}-${hash}`, files, languages }) },
    build: {
      outDir: FOLDER,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: `src/lib/offline/${on ? 'worker' : 'no-worker'}.ts`,
        output: { format: 'iife', codeSplitting: false, minify: true, entryFileNames: NAME },
      },
    },
  });
  const script = readFileSync(`${FOLDER}/${NAME}`);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${FOLDER}/${NAME}.br`, brotliCompressSync(script, quality));
  writeFileSync(`${FOLDER}/${NAME}.gz`, gzipSync(script, { level: 9 }));
}
