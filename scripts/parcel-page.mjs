import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'vite';
import languages from '../packages/languages/languages.json' with { type: 'json' };
import { bundleInlineScript } from './bundle-inline.mjs';
import { followSystem } from './follow-system.mjs';
import { hashSource, listDirectives, writePolicy } from './page-policy.mjs';

const PATH = '/parcel';
const TEMPLATE = 'src/parcel.html';
const ENTRY = 'src/lib/parcel/open-page.ts';
/** The built pages' files, before the adapter copies and compresses them. */
const FOLDER = '.svelte-kit/output/client';
const FILES = '_app/immutable';
/** Folders of compiled messages: of the first view, parcels, returns; in the order that src/first-view/parcel-head.ts expects. */
const MESSAGES = ['', 'parcel/', 'return/'];
const LANGUAGES = [...languages.complete, ...languages.partial];

/** Matches modules that are loaded for a parcel's point: its hours, and the map with the parts that it always has. */
const PLACE =
  /src.lib.(parcel.Place(Facts|Map)\.svelte|map.(parts|base-map|controls|cooperative-gestures)\.ts|map.streets.streets-loader\.ts)$/;
/** Matches modules that are loaded earlier, or without a point. */
const OTHERS = /src.lib.(parcel.(open-page\.ts|return.\w+\.svelte)|i18n.compiled.*)$/;

/**
 * Puts a point's hours and map into one file instead of twenty-three. Over HTTP/1.1, six files load in parallel, and each part that
 * loads others costs a round trip.
 */
function gatherPlace() {
  /** @type {Set<string>} */
  const place = new Set();
  return {
    name: 'gather-place',
    config: () => {
      const groups = [{ name: 'place', test: (/** @type {string} */ id) => place.has(id) }];
      return {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
        },
      };
    },
    buildEnd() {
      /** Finds modules with these names, and all that they import. */
      const reach = (/** @type {RegExp} */ names) => {
        const reached = new Set([...this.getModuleIds()].filter((id) => names.test(id)));
        // The loop also visits modules that it adds.
        for (const id of reached)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
        return reached;
      };
      const others = reach(OTHERS);
      for (const id of reach(PLACE)) if (!others.has(id)) place.add(id);
    },
  };
}

/** Replaces `resolve()`, with which the application's modules link: this page is at the root, and doesn't need its router's 12 KB. */
const paths = {
  name: 'paths-without-router',
  resolveId: (/** @type {string} */ id) => (id === '$app/paths' ? '\0paths' : null),
  load: (/** @type {string} */ id) => (id === '\0paths' ? 'export const resolve = (path) => path;' : null),
};

/**
 * Builds /parcel separately: people open it from a message, mostly on a phone, and it needs neither the application's router nor
 * anything else that the other pages share. Runs before the adapter, which publishes it with them (svelte.config.js).
 * @param {Record<string, string>} settings PUBLIC_*
 */
export async function buildParcelPage(settings) {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [svelte({ configFile: false, preprocess: vitePreprocess() }), paths, gatherPlace()],
    css: { postcss: { plugins: [followSystem] } },
    worker: { rolldownOptions: { output: { entryFileNames: `${FILES}/workers/[name]-[hash].js` } } },
    build: {
      outDir: FOLDER,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: { parcel: ENTRY },
        output: {
          entryFileNames: `${FILES}/entry/[name].[hash].js`,
          chunkFileNames: `${FILES}/chunks/[hash].js`,
          assetFileNames: `${FILES}/assets/[name].[hash][extname]`,
        },
      },
    },
  });
  const head = await bundleInlineScript('parcel-head');
  const { chunks, entry, sheets, styles } = readOutput(built.output);
  const policy = writePolicy(
    listDirectives(settings, { scripts: [hashSource(head)], styles: [hashSource(styles)] }),
  );
  const html = writePage({
    policy,
    files: listMessages(chunks),
    head: [
      `<script>${head}</script>`,
      ...entry.imports.map((file) => `<link rel="modulepreload" href="/${file}">`),
      `<script type="module" src="/${entry.fileName}"></script>`,
      `<style>${styles}</style>`,
      // Add links for Vite, which looks for them before it loads a part; browsers don't load disabled ones.
      ...sheets.map((file) => `<link rel="stylesheet" href="/${file}" disabled media="(max-width: 0)">`),
    ].join('\n    '),
  });
  writeFileSync(`${FOLDER}${PATH}.html`, html);
}

/** Finds the entry, and its styles, which go into the page to save a round trip before the first paint. */
function readOutput(output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  const sheets = [entry, ...chunks.filter(({ fileName }) => entry.imports.includes(fileName))].flatMap(
    ({ viteMetadata }) => [...viteMetadata.importedCss],
  );
  const styles = output
    .filter(({ fileName }) => sheets.includes(fileName))
    .map(({ source }) => String(source).trim())
    .join('');
  return { chunks, entry, sheets, styles };
}

/** Lists the addresses of each language's files, separated by spaces. */
const listMessages = (chunks) =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      MESSAGES.map((folder) => {
        const source = `/i18n/compiled/${folder}messages/${language}.js`;
        return `/${chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source)).fileName}`;
      }).join(' '),
    ]),
  );

/** Fills in the template. @param {Record<string, string>} files files of each language, by its code */
function writePage({ policy, files, head }) {
  const quote = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return readFileSync(TEMPLATE, 'utf8')
    .replace('%droppoint.policy%', () => quote(policy))
    .replace('%droppoint.languages%', () => quote(JSON.stringify(files)))
    .replace('%droppoint.head%', () => head);
}

/**
 * Serves the page in development, with hot reload.
 * @type {import('vite').Plugin}
 */
export const serveParcelPage = {
  name: 'parcel-page',
  configureServer: (server) =>
    void server.middlewares.use(async (request, response, next) => {
      if (request.url?.split('?')[0] !== PATH) return next();
      const script = await bundleInlineScript('parcel-head');
      const html = writePage({
        policy: '',
        files: Object.fromEntries(LANGUAGES.map((language) => [language, ''])),
        head: `<script>${script}</script><script type="module" src="/${ENTRY}"></script>`,
      });
      response.setHeader('content-type', 'text/html');
      response.end(await server.transformIndexHtml(request.url, html));
    }),
};
