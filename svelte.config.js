import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { loadEnv } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { bundleInlineScripts } from './scripts/bundle-inline.mjs';
import { buildOffline } from './scripts/build-offline.mjs';
import { buildWidget } from './scripts/build-widget.mjs';

const settings = loadEnv('production', '.', 'PUBLIC_');

/** Hosts that an operator adds to the pages' content security policy, separated by spaces. */
const hosts = (/** @type {string} */ name) => (settings[name] ?? '').split(/\s+/).filter(Boolean);

/** The origin of a URL that an operator sets; an invalid one is refused by src/lib/config/public-settings.ts. */
const originOf = (/** @type {string} */ name) =>
  URL.canParse(settings[name] ?? '')
    ? [/** @type {`https://${string}`} */ (new URL(settings[name] ?? '').origin)]
    : [];

/** Hashes of our inline scripts; SvelteKit adds those of its own. */
const inlineScripts = Object.values(await bundleInlineScripts()).map(
  (code) => /** @type {const} */ (`sha256-${createHash('sha256').update(code).digest('base64')}`),
);

/**
 * Builds the service worker and the widget after the pages.
 * @param {import('@sveltejs/kit').Adapter} pages
 * @returns {import('@sveltejs/kit').Adapter}
 */
const withScripts = (pages) => ({
  ...pages,
  async adapt(builder) {
    await pages.adapt(builder);
    await buildOffline(settings['PUBLIC_OFFLINE']?.trim() !== 'off');
    await buildWidget();
  },
});

/** SvelteKit's route announcer hides itself with this style attribute. */
const ROUTE_ANNOUNCER = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    // It compresses files that it knows to be text; the map's tiles come compressed (scripts/basemap).
    adapter: withScripts(adapter({ fallback: '404.html', precompress: true })),
    // Styles that a page needs at once are inlined, each with its hash in the policy: one round trip less before the first paint.
    inlineStyleThreshold: 16_384,
    // Without a fixed name every build would differ, and visitors would download everything again.
    version: { name: manifest.version },
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['none'],
        'script-src': ['self', ...inlineScripts],
        // The configurator shows the widget, which frames our own /embed page.
        'frame-src': ['self'],
        'style-src': ['self', 'unsafe-hashes', ROUTE_ANNOUNCER],
        // Photos of points come from hosts that only the platform knows; they are only shown in <img>.
        'img-src': ['self', 'https:', ...hosts('PUBLIC_IMAGE_HOSTS')],
        'connect-src': ['self', ...hosts('PUBLIC_CONNECT_HOSTS'), ...originOf('PUBLIC_GEOCODER_URL')],
        'worker-src': ['self'],
        'manifest-src': ['self'],
        'base-uri': ['none'],
        'form-action': ['self'],
        'object-src': ['none'],
        // The only strings allowed as HTML or script URLs: Svelte's templates, one string of Leaflet's (leaflet-probe.ts), and
        // the addresses of the service worker (keep-offline.ts) and of the streets' worker (streets/painter-link.ts).
        'require-trusted-types-for': ['script'],
        'trusted-types': ['svelte-trusted-html', 'default', 'droppoint-worker', 'droppoint-streets'],
      },
    },
    typescript: { config: (config) => ({ ...config, include: [] }) },
  },
};
