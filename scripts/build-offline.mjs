import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { bundleScripts, compress } from './bundle-scripts.mjs';
import { listOfflineFiles } from './list-offline-files.mjs';

const FOLDER = 'build';
const NAME = 'service-worker.js';
/** What the build of the pages has made of each source. */
const SOURCES = '.svelte-kit/output/client/.vite/manifest.json';

/**
 * Builds /service-worker.js, which keeps the locator for times without a connection: one file, with compressed neighbours. Runs at the
 * end of every build of the pages (svelte.config.js).
 * @param {boolean} on false: what stands there makes browsers forget
 */
export async function buildOffline(on) {
  const page = readFileSync(`${FOLDER}/index.html`, 'utf8');
  const { files, languages } = listOfflineFiles(page, JSON.parse(readFileSync(SOURCES, 'utf8')));
  const hash = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 8);
  const name = `${manifest.version}-${hash}`;
  await bundleScripts(FOLDER, {
    define: { __OFFLINE_RELEASE__: JSON.stringify({ name, files, languages }) },
    emptyOutDir: false,
    rolldownOptions: {
      input: `src/lib/offline/${on ? 'worker' : 'no-worker'}.ts`,
      output: { format: 'iife', codeSplitting: false, minify: true, entryFileNames: NAME },
    },
  });
  compress(`${FOLDER}/${NAME}`);
}
