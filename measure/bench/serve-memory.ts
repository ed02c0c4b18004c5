import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { listen, type Listening } from '../../tests/processes.ts';
import type { BenchNetwork } from './networks.ts';
import { PAGES_FOLDER } from './build-pages.ts';
import { FIRST_PORT } from './places.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/**
 * Serves the pages of the in-memory part, and under `/data/<points>/` the data they load before the clock starts: `network.json`,
 * and `snapshot.pack`: the names and lengths of the snapshot's files as one line of JSON, then their bytes.
 */
export function serveMemoryPages(networks: readonly BenchNetwork[]): Promise<Listening> {
  const read = (path: string): Buffer => {
    const network = networks.find(({ points }) => path.startsWith(`/data/${points}/`));
    if (network === undefined) return readFileSync(join(PAGES_FOLDER, normalize(path)));
    return path.endsWith('.pack') ? packSnapshot(network.published) : readFileSync(network.rowsFile);
  };
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const bytes = read(pathname);
      response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }, FIRST_PORT);
}

/** Packs the files that a map of points requests: the manifest, the blocks and the facets, all uncompressed. */
function packSnapshot(published: string): Buffer {
  const names = readdirSync(published, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?:manifest\.json|facets\.json|\.bin)$/.test(name) && statSync(join(published, name)).isFile(),
  );
  const files = names.map((name) => readFileSync(join(published, name)));
  const index = names.map((name, at) => [name, files[at]!.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files]);
}
