import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { listen } from '../processes.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves a folder as a shop on the operator's list. A page that Playwright fulfils itself may not load anything from this
 * machine.
 */
export const serveFolder = (droppoint: { origin: string }, folder: string) =>
  listen(
    ({ url = '' }, response) => {
      const file = join(folder, new URL(url, 'http://shop').pathname);
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.setHeader('content-type', `${TYPES[extname(file)] ?? 'text/plain'}; charset=utf-8`);
      response.end(readFileSync(file));
    },
    Number(new URL(droppoint.origin).port) + 6,
  );
