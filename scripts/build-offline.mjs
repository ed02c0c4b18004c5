import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { bundleScripts, compress } from './bundle-scripts.mjs';

const FOLDER = 'build';
const NAME = 'service-worker.js';
/** What the build of the pages has made of each source. */
const SOURCES = '.svelte-kit/output/client/.vite/manifest.json';
/** Files of the app that the locator's page names itself. */
const NAMED = /_app\/immutable\/(?:entry|nodes)\/[\w.-]+\.js/g;
const SENTENCES = /i18n\/compiled\/(?:later\/)?messages\/(\w+)\.js$/;

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

/**
 * Finds all files that the locator may need: what its page names, what that imports, sooner or later, and their styles. Pages of other
 * areas, which the app's entry would import, are none of them; nor are languages, of which a visitor needs one.
 * @param {string} page mark-up of the locator
 * @param {Record<string, { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; css?: string[] }>} manifest Vite's
 */
export function listOfflineFiles(page, manifest) {
  /** @type {Record<string, string[]>} */
  const languages = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const language = SENTENCES.exec(source)?.[1];
    if (language !== undefined) (languages[language] ??= []).push(`/${file}`);
  }
  const named = new Set(page.match(NAMED));
  /** @type {Set<string>} */
  const files = new Set();
  const waiting = Object.keys(manifest).filter((key) => named.has(manifest[key]?.file ?? ''));
  const followed = new Set(waiting);
  for (const key of waiting) {
    const { file, imports = [], dynamicImports = [], css = [] } = manifest[key] ?? { file: '' };
    for (const each of [file, ...css]) files.add(`/${each}`);
    for (const next of [...imports, ...dynamicImports]) {
      // Entries are what the page names, or other pages.
      if (followed.has(next) || SENTENCES.test(next) || manifest[next]?.isEntry === true) continue;
      followed.add(next);
      waiting.push(next);
    }
  }
  return { files: [...files], languages };
}
