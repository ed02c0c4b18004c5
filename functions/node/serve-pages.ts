import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';

/** An address that has the form of a page of ours, with a slash too many. */
const PAGE_WITH_SLASH = /^(?:\/[A-Za-z0-9_-]+)+\/$/;

/** Where the published network appears; docs/snapshot-format.md tells what lies there. */
const SNAPSHOT_PATH = '/snapshot';

/**
 * Serves the built site: `/account` is `account.html`, files come compressed where the build has left a `.br` or `.gz` beside
 * them, and any other address gets `404.html` with status 404.
 * @param root folder of the built site
 * @param snapshotFolder folder of the published network; may not be there yet, and may change at any time
 */
export function createPageServer(
  root: string,
  snapshotFolder: string,
): (request: Request) => Response | Promise<Response> {
  const pages = new Hono();
  const serveNotFound = serveStatic({ root, path: '404.html', precompressed: true });

  pages.use(async (c, next) => {
    const page = c.req.path.slice(0, -1);
    // Relative addresses in the page would miss by one level.
    if (PAGE_WITH_SLASH.test(c.req.path) && existsSync(join(root, `${page}.html`)))
      return c.redirect(page, 308);
    await next();
    const lastModified = c.res.headers.get('last-modified');
    if (c.res.status !== 200 || lastModified !== c.req.header('if-modified-since')) return;
    await c.res.body?.cancel();
    c.res = new Response(null, { status: 304, headers: c.res.headers });
  });
  pages.use(`${SNAPSHOT_PATH}/*`, createSnapshotServer(snapshotFolder), (c) =>
    // A picker that finds no snapshot reads the list instead: no page, just "no".
    Promise.resolve(c.body(null, 404)),
  );
  pages.use(serveStatic({ root, precompressed: true, rewriteRequestPath: findFile }));
  pages.get('*', async (c) => {
    const page = await serveNotFound(c, () => Promise.resolve());
    if (!(page instanceof Response)) return c.text('There is no such page.', 404);
    return new Response(page.body, { status: 404, headers: page.headers });
  });
  return (request) => pages.fetch(request);
}

/** Serves the published network from the moment there is one. */
function createSnapshotServer(folder: string): MiddlewareHandler {
  let serve: MiddlewareHandler | null = null;
  return (c, next) => {
    // Names with a dot in front are the writer's own: a walk that goes on, a version half written.
    if (!existsSync(folder) || c.req.path.includes('/.')) return next();
    serve ??= serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice(SNAPSHOT_PATH.length),
    });
    return serve(c, next);
  };
}

function findFile(path: string): string {
  const isFolderOrFile = path.endsWith('/') || /\.[^/]*$/.test(path);
  return isFolderOrFile ? path : `${path}.html`;
}
