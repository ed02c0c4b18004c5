import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { listen, type Listening } from '../processes.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Files that differ from the build's: another release, or a broken one. An empty text: the file is missing. */
type Changes = ReadonlyMap<string, string>;

/** The built site with releases that follow one another; it can be taken down, and then answers nothing. */
export interface ReleaseServer {
  origin: string;
  /** Paths requested. */
  requested: string[];
  release(changes: Changes): void;
  up(): Promise<void>;
  down(): Promise<void>;
}

/** @param published folder of the published network */
export function createReleaseServer(port: number, published: string): ReleaseServer {
  let changes: Changes = new Map();
  let server: Listening | null = null;
  const requested: string[] = [];

  function read(path: string): string | Buffer | null {
    const change = changes.get(path);
    if (change !== undefined) return change || null;
    const file = path.startsWith('/snapshot/')
      ? join(published, path.slice('/snapshot/'.length))
      : join('build', path === '/' ? 'index.html' : extname(path) === '' ? `${path}.html` : path);
    return existsSync(file) ? readFileSync(file) : null;
  }

  return {
    origin: `http://localhost:${port}`,
    requested,
    release(next) {
      changes = next;
    },
    async up() {
      server = await listen(
        (request, response) => {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost');
          requested.push(pathname);
          const content = read(pathname);
          response.statusCode = content === null ? 404 : 200;
          response.setHeader(
            'content-type',
            TYPES[pathname === '/' || extname(pathname) === '' ? '.html' : extname(pathname)] ??
              'application/octet-stream',
          );
          response.setHeader(
            'cache-control',
            pathname.includes('/immutable/') ? 'max-age=31536000, immutable' : 'no-cache',
          );
          response.end(content ?? 'There is no such file.');
        },
        port,
        'localhost',
      );
    },
    async down() {
      await server?.close();
      server = null;
    },
  };
}

const ENTRIES = '_app/immutable/entry';

/** The built release under other names, as another build would have them. */
export function renameRelease(mark: string): Map<string, string> {
  const names = readdirSync(`build/${ENTRIES}`).filter((name) => name.endsWith('.js'));
  const rename = (text: string) => names.reduce((all, name) => all.replaceAll(name, nextName(name)), text);
  const nextName = (name: string) => name.replace(/\.js$/, `${mark}.js`);
  const worker = readFileSync('build/service-worker.js', 'utf8');
  const page = rename(readFileSync('build/index.html', 'utf8'));
  return new Map([
    ['/', allowScripts(page)],
    ['/service-worker.js', rename(worker).replace(/(\d+\.\d+\.\d+-)[0-9a-f]{8}/, `$1${mark}`)],
    ...names.map(
      (name) => [`/${ENTRIES}/${nextName(name)}`, readFileSync(`build/${ENTRIES}/${name}`, 'utf8')] as const,
    ),
  ]);
}

/** Replaces the hashes in the page's policy by those of its changed scripts. */
function allowScripts(page: string): string {
  const hashes = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
  return page.replace(/script-src [^;]*/, `script-src 'self' ${hashes.join(' ')}`);
}

/** The /service-worker.js of a build without a service worker. */
export async function buildNoWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: 'src/lib/offline/no-worker.ts', output: { format: 'iife' } },
    },
  });
  if (!('output' in built)) throw new TypeError('The worker was not built into one file.');
  return built.output[0].code;
}
