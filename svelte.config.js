import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import manifest from './package.json' with { type: 'json' };

/** Hosts an operator adds to the pages' content security policy, separated by blanks. */
const hosts = (/** @type {string} */ name) => (process.env[name] ?? '').split(/\s+/).filter(Boolean);

/** SvelteKit's route announcer hides itself with this one style attribute. */
const ROUTE_ANNOUNCER = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ fallback: '404.html', precompress: true }),
    // Without a fixed name every build differs, and every visitor downloads everything again.
    version: { name: manifest.version },
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['none'],
        'script-src': ['self'],
        'style-src': ['self', 'unsafe-hashes', ROUTE_ANNOUNCER],
        // Pictures of points come from hosts that only the platform knows; they are shown through <img> alone.
        'img-src': ['self', 'https:', ...hosts('PUBLIC_IMAGE_HOSTS')],
        'connect-src': ['self', ...hosts('PUBLIC_CONNECT_HOSTS')],
        'worker-src': ['self'],
        'manifest-src': ['self'],
        'base-uri': ['none'],
        'form-action': ['self'],
        'object-src': ['none'],
      },
    },
    typescript: { config: (config) => ({ ...config, include: [] }) },
  },
};
