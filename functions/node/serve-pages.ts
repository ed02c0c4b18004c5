import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { dropSlash, findFile, isFileAddress, NO_SUCH_FILE, NOT_FOUND_FILE } from '../pages/find-file.ts';

/** Where the published network appears; docs/snapshot-format.md tells what lies there. */
const SNAPSHOT_PATH = '/snapshot';

/**
 * Serves the built site: `/account` is `account.html`, files come compressed where the build has left a `.br` or `.gz` beside
 * them, any other address gets `404.html` with status 404, and a file that isn't there a line.
 * @param root folder of the built site
 * @param snapshotFolder folder of the published network; may not be there yet, and may change at any time
 */
export function createPageServer(
  root: string,
  snapshotFolder: string,
): (request: Request) => Response | Promise<Response> {
  const pages = new Hono();
  const serveNotFound = serveStatic({ root, path: NOT_FOUND_FILE, precompressed: true });

  pages.use(async (c, next) => {
    const page = dropSlash(c.req.path);
    if (page !== null && existsSync(join(root, findFile(page)))) return c.redirect(page, 308);
    await next();
    const lastModified = c.res.headers.get('last-modified');
    if (c.res.status !== 200 || lastModified !== c.req.header('if-modified-since')) return;
    await c.res.body?.cancel();
    c.res = new Response(null, { status: 304, headers: c.res.headers });
  });
  pages.use(`${SNAPSHOT_PATH}/*`, createSnapshotServer(snapshotFolder), (c) =>
    // A picker that finds no snapshot reads the list instead: no page, just "no".
    Promise.resolve(c.text(NO_SUCH_FILE, 404)),
  );
  pages.use(serveStatic({ root, precompressed: true, rewriteRequestPath: findFile }));
  pages.get('*', async (c) => {
    if (isFileAddress(c.req.path)) return c.text(NO_SUCH_FILE, 404);
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
