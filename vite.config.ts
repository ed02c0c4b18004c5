import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { parsePublicSettings } from './src/lib/config.ts';

// The pages are built with these: a wrong one is refused here, all of them listed, and not on somebody's screen.
parsePublicSettings(
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PUBLIC_'))),
);

export default defineConfig({
  plugins: [sveltekit()],
  // Times of plugins are for who works on plugins.
  build: { rolldownOptions: { checks: { pluginTimings: false } } },
  server: {
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    // With `npm run dev` the function runs beside Vite; pages reach it under their own origin, as in production.
    proxy: { '/api': process.env['FUNCTION_ORIGIN'] ?? 'http://localhost:3000' },
  },
});
