import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { bundleInlineScripts } from './scripts/bundle-inline.mjs';
import { buildOffline } from './scripts/build-offline.mjs';
import { buildWidget } from './scripts/build-widget.mjs';
import { hashSource, listDirectives } from './scripts/page-policy.mjs';
import { buildParcelPage } from './scripts/parcel-page.mjs';

const settings = loadEnv('production', '.', 'PUBLIC_');

/** Hashes of our inline scripts; SvelteKit adds those of its own. */
const inlineScripts = Object.values(await bundleInlineScripts()).map(hashSource);

/**
 * Builds the page of parcels before the others are published, the service worker and the widget after them.
 * @param {import('@sveltejs/kit').Adapter} pages
 * @returns {import('@sveltejs/kit').Adapter}
 */
const withScripts = (pages) => ({
  ...pages,
  async adapt(builder) {
    await buildParcelPage(settings);
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
      directives: listDirectives(settings, {
        scripts: inlineScripts,
        styles: ['unsafe-hashes', ROUTE_ANNOUNCER],
      }),
    },
    typescript: { config: (config) => ({ ...config, include: [] }) },
  },
};
