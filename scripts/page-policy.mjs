import { createHash } from 'node:crypto';

/** Matches sources that a policy writes in quotes. */
const QUOTED = /^(self|none|script|unsafe-hashes|sha256-.+)$/;

/** Returns the source that allows an inline script or style. @param {string} content content of its element */
export const hashSource = (content) =>
  /** @type {const} */ (`sha256-${createHash('sha256').update(content).digest('base64')}`);

/** Lists hosts that an operator adds, separated by spaces. */
const hostsOf = (/** @type {string} */ hosts = '') => hosts.split(/\s+/).filter(Boolean);

/**
 * Lists the content security policy of the pages, without `frame-ancestors` (functions/files/page-headers.ts).
 * @param {Record<string, string>} settings PUBLIC_*
 * @param {{ scripts: readonly `sha256-${string}`[]; styles: readonly (`sha256-${string}` | 'unsafe-hashes')[] }} inline
 * @returns {import('@sveltejs/kit').CspDirectives}
 */
export const listDirectives = (settings, { scripts, styles }) => ({
  'default-src': ['none'],
  'script-src': ['self', ...scripts],
  // The configurator shows the widget, which frames our own /embed page.
  'frame-src': ['self'],
  'style-src': ['self', ...styles],
  // Photos of points come from hosts that only the platform knows. We show them only in <img>.
  'img-src': ['self', 'https:', ...hostsOf(settings.PUBLIC_IMAGE_HOSTS)],
  'connect-src': ['self', ...hostsOf(settings.PUBLIC_CONNECT_HOSTS)],
  'worker-src': ['self'],
  'manifest-src': ['self'],
  'base-uri': ['none'],
  'form-action': ['self'],
  'object-src': ['none'],
  // The only strings allowed as HTML or script URLs: Svelte's templates, one string of Leaflet's (leaflet-probe.ts), and
  // the addresses of the service worker (enable-offline.ts) and of the streets' worker (streets/painter-link.ts).
  'require-trusted-types-for': ['script'],
  'trusted-types': ['svelte-trusted-html', 'default', 'droppoint-worker', 'droppoint-streets'],
});

/** Writes a policy like SvelteKit. @param {object} directives list of sources by directive */
export const writePolicy = (directives) =>
  Object.entries(directives)
    .map(([name, sources]) =>
      [name, ...sources.map((source) => (QUOTED.test(source) ? `'${source}'` : source))].join(' '),
    )
    .join('; ');
