/**
 * Splits the client's code into a few files: over HTTP/1.1, six load in parallel, and each further six cost a round trip.
 * The first file has the modules that every page needs immediately, the second those that the picker needs for its first pins: all
 * static imports, no dynamic ones. The next ones are for zod, a shop's frame, the world map, and the picker's other parts. Modules that
 * the desk shares with frame or parts are in separate files, and the rest of its first screen is in one.
 */
import { join } from 'node:path';

/** Modules with which a visit begins. */
const ENTRIES = {
  /** On every page, with any language's messages. */
  page: [
    'src/hooks.client.ts',
    'src/routes/+layout.svelte',
    'src/routes/+error.svelte',
    'node_modules/@sveltejs/kit/src/runtime/client/entry.js',
    'src/lib/i18n/compiled/messages/en.js',
  ],
  locator: ['src/routes/+page.svelte'],
  /** The picker in a shop's frame. */
  frame: ['src/routes/embed/+page.svelte'],
  /** The picker on a page of its own, for an answer to a shop or an app. */
  choose: ['src/routes/choose/+page.svelte'],
  /** The broker's desk up to its first screen, which must not wait for the map beside it. */
  desk: [
    'src/routes/account/+layout.ts',
    'src/routes/account/[[screen]]/+page.svelte',
    'src/routes/account/[[screen]]/+page.ts',
  ],
  /** The list of the picker's other parts, which are loaded after the first pins. */
  parts: ['src/lib/picker/parts.ts'],
  /** The world map below the pins, loaded after them. */
  map: ['src/lib/map/base-map.ts'],
};
/** Components in the page's HTML (FirstPaint.svelte), which need their styles immediately, unlike their code. */
const PAINTED = ['picker/PickerTools', 'find/FindField', 'find/FindInput'].map(
  (name) => `src/lib/${name}.svelte?`,
);

/**
 * Files in order of priority: a file also gets the modules that its own ones import, except those already in an earlier file. `choose`
 * has none: the bundler puts these modules into the file of their page, unless code that is loaded later imports them too.
 */
const FILES = ['base', 'picker', 'schemas', 'notices', 'settings', 'frame', 'map', 'shared', 'parts', 'desk'];

/**
 * Browsers that support this line compile a file that begins with it as a whole while it loads, off the main thread. Compiling
 * functions on their first call delayed the first pins that answer a press by 90 ms on the bench's phone, and the first letter in the
 * search field by 30 ms.
 */
const COMPILE_WHOLE = { files: ['base', 'picker', 'parts'], line: '//# allFunctionsCalledOnLoad' };

/**
 * @typedef {object} Graph the modules of a build, by their paths from the project's folder
 * @property {readonly string[]} ids
 * @property {(id: string) => readonly string[]} imports static imports of a module
 * @property {(id: string) => readonly string[]} lazyImports its dynamic ones
 */

/**
 * @param {Graph} graph
 * @returns {Map<string, string>} the file of each module; the bundler decides for the others
 * @throws {Error} if an entry is missing
 */
export function assignFiles({ ids, imports, lazyImports }) {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** Finds all static imports of modules, transitively. @param {readonly string[]} roots */
  const reach = (roots) => {
    const reached = new Set(roots.flatMap(imports));
    // The loop also visits modules that it adds.
    for (const id of reached) for (const imported of imports(id)) reached.add(imported);
    return reached;
  };
  /** @param {Iterable<string>} modules @param {(id: string) => string} choose */
  const put = (modules, choose) => {
    for (const id of modules) if (!files.has(id)) files.set(id, choose(id));
  };
  const missing = Object.values(ENTRIES)
    .flat()
    .filter((entry) => !ids.includes(entry));
  if (missing.length > 0) throw new Error(`scripts/split-files.mjs lists missing modules: ${missing}`);

  const [pages, frame, desk] = [reach(ENTRIES.page), reach(ENTRIES.frame), reach(ENTRIES.desk)];
  const choose = reach(ENTRIES.choose);
  const parts = ENTRIES.parts.flatMap(lazyImports);
  const painted = ids.filter(
    (id) => id.includes('type=style') && PAINTED.some((name) => id.startsWith(name)),
  );
  put(painted, () => 'picker');
  put([...pages, ...reach(ENTRIES.locator)], (id) =>
    pages.has(id) || desk.has(id) || !frame.has(id) ? 'base' : 'picker',
  );
  // The locator's first pins don't wait for zod. Frame and choice need it for the shop's settings.
  put(
    [...frame, ...choose].filter((id) => id.startsWith('node_modules/zod/')),
    () => 'schemas',
  );
  put(frame, (id) => (desk.has(id) ? 'notices' : choose.has(id) ? 'settings' : 'frame'));
  put(choose, (id) => (desk.has(id) ? 'shared' : 'choose'));
  put([...ENTRIES.map, ...reach(ENTRIES.map)], (id) => (desk.has(id) ? 'shared' : 'map'));
  put([...parts, ...reach(parts)], (id) => (desk.has(id) ? 'shared' : 'parts'));
  put(desk, () => 'desk');
  return files;
}

/**
 * Creates the plugin that splits the client's build. The server build isn't split: it only prerenders the pages, and must not load
 * the map.
 * @param {string} root the project's folder
 * @returns {import('vite').Plugin}
 */
export function splitFiles(root) {
  /** @type {Map<string, string>} */
  let files = new Map();
  const slashed = (/** @type {string} */ path) => path.replaceAll('\\', '/');
  const prefix = slashed(join(root, '/'));
  /** Shortens a module's id to its path in the project. Packages may be installed elsewhere, behind a link. */
  const shorten = (/** @type {string} */ id) =>
    slashed(id)
      .replace(prefix, '')
      .replace(/^.*?\/(?=node_modules\/)/, '');
  return {
    name: 'split-files',
    config: ({ build }) =>
      build?.ssr === true
        ? {}
        : {
            build: {
              rolldownOptions: {
                output: {
                  codeSplitting: {
                    groups: FILES.map((name, at) => ({
                      name,
                      test: (/** @type {string} */ id) => files.get(shorten(id)) === name,
                      priority: FILES.length - at,
                    })),
                  },
                },
              },
            },
          },
    generateBundle: {
      // Run last, because the line must be the first and Vite prepends code.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          // Skip an entry of the same name, which is only a list of imports.
          if (file.type !== 'chunk' || !COMPILE_WHOLE.files.includes(file.name) || file.isDynamicEntry)
            continue;
          file.code = `${COMPILE_WHOLE.line}\n${file.code}`;
        }
      },
    },
    buildEnd() {
      if (this.environment.name !== 'client') return;
      const ids = new Map([...this.getModuleIds()].map((id) => [shorten(id), id]));
      const read = (/** @type {string} */ id) => this.getModuleInfo(ids.get(id) ?? id);
      files = assignFiles({
        ids: [...ids.keys()],
        imports: (id) => read(id)?.importedIds.map(shorten) ?? [],
        lazyImports: (id) => read(id)?.dynamicallyImportedIds.map(shorten) ?? [],
      });
    },
  };
}
