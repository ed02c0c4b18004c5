import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { bundleInlineScripts } from './scripts/bundle-inline.mjs';
import { parsePublicSettings } from './src/lib/config/public-settings.ts';

const FUNCTION = process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000';

/**
 * Files of a first visit, few and not too few: over HTTP/1.1 six travel at a time, and each further six cost a round trip. What every page
 * needs comes in one, what the picker needs for its first pins in another; what opens later keeps its own.
 */
const GROUPS = [
  {
    name: 'base',
    test: /rolldown.runtime|node_modules.(svelte|@sveltejs.kit|zod|esm-env|clsx)\b|src.lib.(contract.(errors|point\.)|i18n.(messages|formatters|format)\.ts|i18n.compiled.registry|ui.(Logo|SiteHeader|first-paint|tokens|base))|hooks\.client|callback-query|preload-helper|src.routes.\+(layout|page)\.svelte.*type=style/,
  },
  {
    name: 'picker',
    test: /node_modules.leaflet.src(?!.layer.tile|.map.handler.Map.(DoubleClickZoom|Keyboard))|src.lib.contract.point-pictures|src.lib.map.(?!parts|tile-layer|controls|cooperative-|here-mark|scale-|attribution-|pin-hover|base-map|paint-|place-labels|label-|credits|streets|view-canvas)|src.lib.picker.(Picker|PickerFrame|PickerMap|PickerTools|MapArea|PanelArea|ToolsArea|MissingPart|MapConsent)\..*type=style|src.lib.find.(FindField|FindInput)\..*type=style|src.lib.picker.(Picker|PickerFrame|PickerMap|MapArea|PanelArea|ToolsArea|MissingPart|picker|map-view|network-state|panes|search\.svelte|selection|lazy-part|open-network|announce-end|browsing|start-view|pan-clear-of-sheet)\b(?!.*type=style)/,
  },
];

/** Splits what visitors get; what only runs while the pages are written must not load the map, and stays as it is. */
const splitFiles: Plugin = {
  name: 'split-files',
  config: ({ build }) =>
    build?.ssr === true
      ? {}
      : { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } },
};

export default defineConfig(async ({ mode }) => ({
  plugins: [sveltekit(), splitFiles],
  // A wrong setting is refused here, all of them listed, and not on somebody's screen.
  define: {
    __APP_VERSION__: JSON.stringify(manifest.version),
    __INLINE_SCRIPTS__: JSON.stringify(await bundleInlineScripts()),
    __PUBLIC_SETTINGS__: JSON.stringify(parsePublicSettings(loadEnv(mode, '.', 'PUBLIC_'))),
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
}));
