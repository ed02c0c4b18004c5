/**
 * Splits the client's code into a few files: over HTTP/1.1 six are loaded in parallel, and each further six cost a round trip.
 * The first file has what every page needs at once, the second what the picker needs for its first pins: all their static
 * imports, no dynamic ones. Then what a shop's frame needs besides, the world map, and the picker's other parts; what the desk
 * shares with frame or parts is in files of its own, and the rest of its first screen in one.
 */
import { join } from 'node:path';

/** Modules that a visit begins with. */
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
/** Components in the page's HTML (FirstPaint.svelte): their styles are needed at once, unlike their code. */
const PAINTED = ['picker/PickerTools', 'find/FindField', 'find/FindInput'].map(
  (name) => `src/lib/${name}.svelte?`,
);

/** In order of priority: a file also gets the modules that its own import, except those already in an earlier file. */
const FILES = ['base', 'picker', 'notices', 'frame', 'map', 'shared', 'parts', 'desk'];

/**
 * A file that begins with this is compiled as a whole while it loads, beside the main thread, by browsers that know the line. Done for a file that
 * the first pins don't wait for: compiling its functions when they are called took 30 ms of the first letter in the search field.
 */
const COMPILE_WHOLE = { file: 'parts', line: '//# allFunctionsCalledOnLoad' };

/**
 * @typedef {object} Graph the modules of a build, by their paths from the project's folder
 * @property {readonly string[]} ids
 * @property {(id: string) => readonly string[]} imports static imports of a module
 * @property {(id: string) => readonly string[]} lazyImports its dynamic ones
 */

/**
 * @param {Graph} graph
 * @returns {Map<string, string>} the file of each module; modules without one are split as the bundler likes
 * @throws {Error} if an entry isn't there
 */
export function assignFiles({ ids, imports, lazyImports }) {
  /** @type {Map<string, string>} */
  const files = new Map();
  /** All static imports of modules, transitively. @param {readonly string[]} roots */
  const reach = (roots) => {
    const reached = new Set(roots.flatMap(imports));
    // Those that are added during the loop are visited too.
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
  if (missing.length > 0)
    throw new Error(`scripts/split-files.mjs names modules that aren't there: ${missing}`);

  const [pages, frame, desk] = [reach(ENTRIES.page), reach(ENTRIES.frame), reach(ENTRIES.desk)];
  const parts = ENTRIES.parts.flatMap(lazyImports);
  const painted = ids.filter(
    (id) => id.includes('type=style') && PAINTED.some((name) => id.startsWith(name)),
  );
  put(painted, () => 'picker');
  put([...pages, ...reach(ENTRIES.locator)], (id) =>
    pages.has(id) || desk.has(id) || !frame.has(id) ? 'base' : 'picker',
  );
  put(frame, (id) => (desk.has(id) ? 'notices' : 'frame'));
  put([...ENTRIES.map, ...reach(ENTRIES.map)], (id) => (desk.has(id) ? 'shared' : 'map'));
  put([...parts, ...reach(parts)], (id) => (desk.has(id) ? 'shared' : 'parts'));
  put(desk, () => 'desk');
  return files;
}

/**
 * The server build, which only runs to prerender the pages, must not load the map and is not split.
 * @param {string} root the project's folder
 * @returns {import('vite').Plugin}
 */
export function splitFiles(root) {
  /** @type {Map<string, string>} */
  let files = new Map();
  const slashed = (/** @type {string} */ path) => path.replaceAll('\\', '/');
  const prefix = slashed(join(root, '/'));
  /** Packages may be installed elsewhere, behind a link. */
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
      // The line must be the first, and Vite puts code of its own in front.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          // An entry of the same name is a list of imports.
          if (file.type !== 'chunk' || file.name !== COMPILE_WHOLE.file || file.isDynamicEntry) continue;
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
