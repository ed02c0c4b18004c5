import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, loadEnv } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { bundleInlineScripts } from './scripts/bundle-inline.mjs';
import { followSystem } from './scripts/follow-system.mjs';
import { serveParcelPage } from './scripts/parcel-page.mjs';
import { serveElements } from './scripts/serve-elements.mjs';
import { splitFiles } from './scripts/split-files.mjs';
import { parsePublicSettings } from './packages/config/public-settings.ts';

const FUNCTION = process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000';

export default defineConfig(async ({ mode }) => {
  // Throws for invalid settings, listing all of them, so that none reaches a visitor's browser.
  const publicSettings = parsePublicSettings(loadEnv(mode, '.', 'PUBLIC_'));
  return {
    plugins: [sveltekit(), splitFiles(import.meta.dirname), serveParcelPage, serveElements],
    define: {
      __APP_VERSION__: JSON.stringify(manifest.version),
      __INLINE_SCRIPTS__: JSON.stringify(await bundleInlineScripts()),
      __PUBLIC_SETTINGS__: JSON.stringify(publicSettings),
    },
    css: { postcss: { plugins: [followSystem] } },
    build: {
      // The library for PDF labels has a size of 508 kB, and is loaded with the first label.
      chunkSizeWarningLimit: 600,
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
