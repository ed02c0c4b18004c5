import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { bundleInlineScripts } from './scripts/bundle-inline.mjs';
import { followSystem } from './scripts/follow-system.mjs';
import { serveParcelPage } from './scripts/parcel-page.mjs';
import { parsePublicSettings } from './src/lib/config/public-settings.ts';

const FUNCTION = process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000';

/** Entry modules of a first visit: on every page (with any language's messages), on the locator, and in a shop's frame. */
const EVERY_PAGE =
  /src.hooks\.client\.ts$|src.routes.\+(layout|error)\.svelte$|client.entry\.js$|i18n.compiled.messages.en\.js$/;
const LOCATOR = /src.routes.\+page\.svelte$/;
const FRAME = /src.routes.embed.\+page\.svelte$/;
/** The broker's desk up to its first screen, which must not wait for the map beside it. */
const DESK = /src.routes.account.\+layout\.ts$|src.routes.account.\[\[screen\]\].\+page\.(svelte|ts)$/;
/** In order of priority: a file also gets the modules that its own import, except those already in an earlier file. */
const FILES = ['base', 'picker', 'notices', 'frame', 'map', 'shared', 'parts', 'desk'] as const;
/** Modules loaded after the first pins: the list of the picker's other parts, and the world map below the pins. */
const PARTS = /src.lib.picker.parts\.ts$/;
const BASE_MAP = /src.lib.map.base-map\.ts$/;
/** Styles of what is in the page's HTML (FirstPaint.svelte): needed at once, unlike the components' code. */
const PAINTED = /src.lib.(picker.PickerTools|find.FindField|find.FindInput)\.svelte.*type=style/;

/**
 * Splits the client's code into a few files: over HTTP/1.1 six are loaded in parallel, and each further six cost a round trip.
 * The first file has what every page needs at once, the second what the picker needs for its first pins: all their static
 * imports, no dynamic ones. Then what a shop's frame needs besides, the world map, and the picker's other parts; what the desk
 * shares with frame or parts is in files of its own, and the rest of its first screen in one. The server build, which only runs
 * to prerender the pages, must not load the map and is not split.
 */
function splitFiles(): Plugin {
  const files = new Map<string, (typeof FILES)[number]>();
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
                      test: (id: string) => files.get(id) === name,
                      priority: FILES.length - at,
                    })),
                  },
                },
              },
            },
          },
    buildEnd() {
      if (this.environment.name !== 'client') return;
      const find = (pattern: RegExp) => {
        const found = [...this.getModuleIds()].filter((id) => pattern.test(id));
        if (found.length === 0) this.error(`vite.config.ts names a module that isn't there: ${pattern}`);
        return found;
      };
      /** All static imports of modules, transitively; no dynamic ones. */
      const reach = (roots: readonly string[]) => {
        const reached = new Set<string>();
        const follow = (id: string) => {
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
            if (reached.has(imported)) continue;
            reached.add(imported);
            follow(imported);
          }
        };
        roots.forEach(follow);
        return reached;
      };
      const [pages, frame, desk] = [reach(find(EVERY_PAGE)), reach(find(FRAME)), reach(find(DESK))];
      for (const id of new Set([...pages, ...reach(find(LOCATOR))]))
        files.set(id, pages.has(id) || desk.has(id) || !frame.has(id) ? 'base' : 'picker');
      for (const id of find(PAINTED)) files.set(id, 'picker');
      for (const id of frame) if (!files.has(id)) files.set(id, desk.has(id) ? 'notices' : 'frame');
      const parts = find(PARTS).flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
      for (const [name, roots] of [['map', find(BASE_MAP)] as const, ['parts', parts] as const])
        for (const id of [...roots, ...reach(roots)])
          if (!files.has(id)) files.set(id, desk.has(id) ? 'shared' : name);
      for (const id of desk) if (!files.has(id)) files.set(id, 'desk');
    },
  };
}

export default defineConfig(async ({ mode }) => {
  // Throws for invalid settings, listing all of them, so that none reaches a visitor's browser.
  const publicSettings = parsePublicSettings(loadEnv(mode, '.', 'PUBLIC_'));
  return {
    plugins: [sveltekit(), splitFiles(), serveParcelPage],
    define: {
      __APP_VERSION__: JSON.stringify(manifest.version),
      __INLINE_SCRIPTS__: JSON.stringify(await bundleInlineScripts()),
      __PUBLIC_SETTINGS__: JSON.stringify(publicSettings),
    },
    css: { postcss: { plugins: [followSystem] } },
    build: {
      rolldownOptions: {
        // Warnings about slow plugins are of no use here.
        checks: { pluginTimings: false },
      },
    },
    server: {
      port: Number(process.env['PORT'] ?? 3000),
      strictPort: true,
      // With `npm run dev` the function runs beside Vite; pages call it on their own origin, as in production.
      proxy: { '/api': FUNCTION, '/snapshot': FUNCTION, '/streets': FUNCTION },
    },
  };
});
