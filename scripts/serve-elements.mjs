import manifest from '../package.json' with { type: 'json' };
import { SCRIPTS } from './build-widget.mjs';

/**
 * Serves the scripts for shops in development, from their sources. A custom element can't be defined again, so a change reloads each
 * page that has loaded one, even a shop's page on another origin.
 * @type {import('vite').Plugin}
 */
export const serveElements = {
  name: 'elements',
  apply: 'serve',
  config: () => ({
    define: { __WIDGET_VERSION__: JSON.stringify(manifest.version), __IS_PACKAGE__: 'false' },
    // Allow reading this folder, which SvelteKit doesn't by default.
    server: { fs: { allow: ['packages'] } },
  }),
  configureServer: (server) =>
    void server.middlewares.use((request, response, next) => {
      const [, name] = /^\/v1\/([\w-]+)\.js(\?|$)/.exec(request.url ?? '') ?? [];
      const entry = name && SCRIPTS[name];
      if (!entry) return next();
      response.setHeader('content-type', 'text/javascript');
      response.setHeader('cache-control', 'no-store');
      response.setHeader('access-control-allow-origin', '*');
      response.end(`import '/@vite/client';\nexport * from '/${entry}';\n`);
    }),
};
