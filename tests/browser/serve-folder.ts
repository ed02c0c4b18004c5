import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves a folder as a shop that is on the operator's list. A page that Playwright answers for by itself may not load anything from this
 * machine.
 */
export async function serveFolder(droppoint: { origin: string }, folder: string) {
  const origin = `http://127.0.0.1:${Number(new URL(droppoint.origin).port) + 6}`;
  const server = createServer(({ url = '' }, response) => {
    const file = join(folder, new URL(url, 'http://shop').pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', `${TYPES[extname(file)] ?? 'text/plain'}; charset=utf-8`);
    response.end(readFileSync(file));
  });
  server.listen(Number(new URL(origin).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    origin,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
