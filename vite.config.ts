import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { bundleInlineScripts } from './scripts/bundle-inline.mjs';
import { parsePublicSettings } from './src/lib/config/public-settings.ts';

const FUNCTION = process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000';

/** Modules that a first visit begins with: on every page, with the sentences of any language; on the locator; in a shop's frame. */
const EVERY_PAGE =
  /src.hooks\.client\.ts$|src.routes.\+(layout|error)\.svelte$|client.entry\.js$|i18n.compiled.messages.en\.js$/;
const LOCATOR = /src.routes.\+page\.svelte$/;
const FRAME = /src.routes.embed.\+page\.svelte$/;
/** In this order: a file takes what it imports along, but for what is in one before. */
const FILES = ['base', 'picker', 'frame', 'map', 'parts'] as const;
/** The list of what stands beside the map and comes after the first pins; the map of the world below them. */
const PARTS = /src.lib.picker.parts\.ts$/;
const BASE_MAP = /src.lib.map.base-map\.ts$/;
/** What stands in the page before any script (FirstPaint.svelte): its styles are needed at once, its code isn't. */
const PAINTED = /src.lib.(picker.PickerTools|find.FindField|find.FindInput)\.svelte.*type=style/;

/**
 * Splits what visitors get, few files and not too few: over HTTP/1.1 six travel at a time, and each further six cost a round trip. What
 * pages need from the first moment comes in one, what the picker needs for its first pins in another: all that they import, and nothing that
 * they import later. What a shop's frame needs besides comes in a third, the map of the world in a fourth, what stands beside the map in a
 * fifth. What only runs while the pages are written must not load the map, and stays as it is.
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
      /** All that modules import, and nothing that they import later. */
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
      const [pages, frame] = [reach(find(EVERY_PAGE)), reach(find(FRAME))];
      for (const id of new Set([...pages, ...reach(find(LOCATOR))]))
        files.set(id, pages.has(id) || !frame.has(id) ? 'base' : 'picker');
      for (const id of find(PAINTED)) files.set(id, 'picker');
      for (const id of frame) if (!files.has(id)) files.set(id, 'frame');
      const parts = find(PARTS).flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
      for (const [name, roots] of [['map', find(BASE_MAP)] as const, ['parts', parts] as const])
        for (const id of [...roots, ...reach(roots)]) if (!files.has(id)) files.set(id, name);
    },
  };
}

export default defineConfig(async ({ mode }) => {
  // A wrong setting is refused here, all of them listed, and not on somebody's screen.
  const { shipmentTemplate, ...publicSettings } = parsePublicSettings(loadEnv(mode, '.', 'PUBLIC_'));
  return {
    plugins: [sveltekit(), splitFiles()],
    define: {
      __APP_VERSION__: JSON.stringify(manifest.version),
      __INLINE_SCRIPTS__: JSON.stringify(await bundleInlineScripts()),
      __PUBLIC_SETTINGS__: JSON.stringify(publicSettings),
      __SHIPMENT_TEMPLATE__: JSON.stringify(shipmentTemplate),
    },
    build: {
      rolldownOptions: {
        // Times of plugins are for who works on plugins.
        checks: { pluginTimings: false },
      },
    },
    server: {
      port: Number(process.env['PORT'] ?? 3000),
      strictPort: true,
      // With `npm run dev` the function runs beside Vite; pages reach it under their own origin, as in production.
      proxy: { '/api': FUNCTION, '/snapshot': FUNCTION, '/streets': FUNCTION },
    },
  };
});
