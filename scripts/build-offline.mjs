import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { bundleScripts, compress } from './bundle-scripts.mjs';

const FOLDER = 'build';
const NAME = 'service-worker.js';
/** Vite's manifest: output files by source. */
const SOURCES = '.svelte-kit/output/client/.vite/manifest.json';
/** Matches files of the app that the locator's page refers to. */
const NAMED = /_app\/immutable\/(?:entry|nodes)\/[\w.-]+\.js/g;
const SENTENCES = /i18n\/compiled\/(?:later\/)?messages\/(\w+)\.js$/;

/**
 * Builds /service-worker.js, which makes the locator work offline, as one file with compressed copies beside it. Runs at the end
 * of every build of the pages (svelte.config.js).
 * @param {boolean} on false to build a service worker that removes itself and its caches
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
 * Lists all files that the locator may need: those that its page refers to, their static and dynamic imports, and their styles.
 * Leaves out other pages, which the app's entry imports, and languages, of which a visitor needs only one.
 * @param {string} page the locator's HTML
 * @param {Record<string, {
 *   file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; css?: string[]
 * }>} manifest Vite's manifest
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
  // The loop also visits keys that it adds.
  const followed = new Set(Object.keys(manifest).filter((key) => named.has(manifest[key]?.file ?? '')));
  for (const key of followed) {
    const { file, imports = [], dynamicImports = [], css = [] } = manifest[key] ?? { file: '' };
    for (const output of [file, ...css]) files.add(`/${output}`);
    for (const next of [...imports, ...dynamicImports])
      // Skip entries: the page refers to them, or they belong to other pages.
      if (!SENTENCES.test(next) && manifest[next]?.isEntry !== true) followed.add(next);
  }
  return { files: [...files], languages };
}
