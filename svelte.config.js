import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import manifest from './package.json' with { type: 'json' };

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ fallback: '404.html' }),
    // Without a fixed name every build differs, and every visitor downloads everything again.
    version: { name: manifest.version },
    typescript: { config: (config) => ({ ...config, include: [] }) },
  },
};
