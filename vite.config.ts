import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, loadEnv } from 'vite';
import { parsePublicSettings } from './src/lib/config.ts';

const FUNCTION = process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000';

const EVERY_PAGE =
  /node_modules.(svelte|@sveltejs.kit|zod|esm-env|clsx)\b|src.lib.(contract.(errors|point\.)|i18n|look)|hooks\.client|callback-query/;

export default defineConfig(({ mode }) => ({
  plugins: [sveltekit()],
  // A wrong setting is refused here, all of them listed, and not on somebody's screen.
  define: { __PUBLIC_SETTINGS__: JSON.stringify(parsePublicSettings(loadEnv(mode, '.', 'PUBLIC_'))) },
  build: {
    rolldownOptions: {
      // Times of plugins are for who works on plugins.
      checks: { pluginTimings: false },
      // What every page needs comes in one file: a dozen small ones would cost a first visit 3 KB of headers.
      output: { codeSplitting: { groups: [{ name: 'base', test: EVERY_PAGE }] } },
    },
  },
  server: {
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    // With `npm run dev` the function runs beside Vite; pages reach it under their own origin, as in production.
    proxy: { '/api': FUNCTION, '/snapshot': FUNCTION },
  },
}));
