import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAssetSender } from '../../../functions/files/asset-sender.ts';
import { createPageServer } from '../../../functions/files/page-server.ts';
import { servePages } from '../../../functions/node/serve-pages.ts';
import worker from '../../../functions/worker.ts';
import { RATE_LIMITS } from '../../../functions/http/rate-limits.ts';
import { ENVIRONMENT, ORIGIN, startHarness } from '../harness.ts';
import { makeFolder } from '../../temporary-folder.ts';

const LONG_PAGE = `<!doctype html>${'no such page '.repeat(1_500)}`;
/** Path of folders with names of 100 letters. */
const nested = (depth: number) => `${`${'d'.repeat(100)}/`.repeat(depth)}page`;
const build = makeFolder({
  'index.html': 'locator',
  'account.html': 'account',
  'account/callback.html': 'callback',
  'embed.html': 'embed',
  '404.html': LONG_PAGE,
  'favicon.svg': '<svg/>',
  '_app/immutable/a.js': 'a script',
  [`${nested(2)}.html`]: 'a page with a long path',
  [`${nested(3)}.html`]: 'a page with a path longer than any of the site',
});

/**
 * A store as configured in wrangler.jsonc: files by their exact names; the headers of static/_headers apply to every address
 * below a path, even missing ones.
 */
function readFromStore(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const headers = new Headers(
    pathname.startsWith('/_app/immutable/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {},
  );
  const name = decodeURIComponent(pathname).replace(/\/+/g, '/');
  const file = join(build, name);
  if (pathname.endsWith('/') || !existsSync(file))
    return Promise.resolve(new Response(null, { status: 404, headers }));
  if (name !== pathname) {
    headers.set('location', name);
    return Promise.resolve(new Response(null, { status: 307, headers }));
  }
  const type = { html: 'text/html', svg: 'image/svg+xml', js: 'text/javascript' }[
    pathname.split('.').at(-1)!
  ];
  headers.set('content-type', type ?? '');
  return Promise.resolve(new Response(readFileSync(file), { headers }));
}

const SERVERS = [
  ['Node', () => servePages(build, join(build, 'nothing published'), join(build, 'nothing kept'))],
  ['the edge', () => createPageServer(createAssetSender(readFromStore))],
] as const;

/** Address and status. */
const ANSWERS: readonly (readonly [string, number])[] = [
  ['/', 200],
  ['/account', 200],
  ['/account/callback', 200],
  ['/embed', 200],
  ['/favicon.svg', 200],
  ['/account/', 308],
  ['/embed/', 308],
  ['/nowhere', 404],
  ['/nowhere/', 404],
  ['/account/nowhere', 404],
  ['//account', 404],
  ['//evil.example/account', 404],
  ['/ACCOUNT', 404],
  ['/_app', 404],
  ['/..%2fpackage.json', 404],
  ['/%2e%2e%2fsecret', 404],
  [`/${nested(2)}`, 200],
  [`/${nested(3)}`, 404],
  ['/_app/immutable/gone.js', 404],
  ['/_app/immutable/', 404],
  ['/_app/immutable//a.js', 404],
  ['/basemap/6/99-99.mvt', 404],
  ['/snapshot/manifest.json', 404],
  ['/snapshot/0123456789abcdef/table.bin', 404],
  ['/v1/droppoint-9.9.9.js', 404],
  ['/api/health', 200],
  ['/api/nowhere', 404],
  ['/api/points?page=x', 400],
  ['/api/points/PL_1?latitude=1', 400],
];

describe.each(SERVERS)('Pages and files on %s', (_name, createServer) => {
  const requestWith = (init?: RequestInit) => (path: string) =>
    startHarness({
      servePage: createServer(),
      environment: { EMBED_ORIGINS: 'https://shop.example' },
    }).request(path, init);
  const send = requestWith();

  // CSP 3 §6.4.2, RFC 9111 §5.2.2.5.
  it.each(ANSWERS)('%s is answered with %i and its own headers', async (path, status) => {
    for (const method of ['GET', 'HEAD']) {
      const { headers, status: answered } = await requestWith({ method })(path);
      expect(answered).toBe(status);
      const ancestors = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
      expect(ancestors).toBe(/^\/embed\/?$/.test(path) ? "'self' https://shop.example" : "'none'");
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.has('referrer-policy')).toBe(true);
      if (status >= 300) expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  // RFC 8246 §2, RFC 9111 §5.2.2.5.
  it.each([
    '/_app/immutable/gone.js',
    '/_app/immutable/nested/gone',
    '/_app/immutable/%61.j',
    '/basemap/gone.mvt',
    '/snapshot/manifest.json',
    '/v1/gone.js',
  ])('%s, which doesn’t exist, is answered with a line of text', async (path) => {
    const answer = await send(path);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect([answer.status, await answer.text()]).toEqual([404, 'There is no such file.']);
  });

  it('a missing page is answered with the error page', async () => {
    const answer = await send('/nowhere');
    expect([answer.status, await answer.text()]).toEqual([404, LONG_PAGE]);
  });

  it('a surplus slash redirects to the page, and nowhere else', async () => {
    expect((await send('/account/')).headers.get('location')).toBe('/account');
    for (const path of ['//evil.example/', '//account/', '/\\evil.example/', '/nowhere/', '/_app/immutable/'])
      expect((await send(path)).headers.has('location')).toBe(false);
  });

  it('files with a hash in their names can be cached forever', async () => {
    const answer = await send('/_app/immutable/a.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.has('content-security-policy')).toBe(false);
  });

  // CSP 3 §6.4.2, RFC 9111 §5.2.2.5.
  it('an internal error has the same headers', async () => {
    const servePage = () => Promise.reject(new Error('the disk is gone'));
    const { status, headers } = await startHarness({ servePage }).request('/account');
    expect(status).toBe(500);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('Edge with wrong settings', () => {
  it('the answer is an error with its own headers', async () => {
    const answer = await worker.fetch(new Request(`${ORIGIN}/account`), {} as never);
    expect(answer.status).toBe(500);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  });
});

it('at the edge too, a client is counted by the last address in a trusted proxy’s header', async () => {
  const counted: string[] = [];
  const limit = { limit: ({ key }: { key: string }) => Promise.resolve({ success: counted.push(key) > 0 }) };
  const limits = Object.keys(RATE_LIMITS).map((bucket) => [`${bucket.toUpperCase()}_LIMIT`, limit]);
  const settings = { ...ENVIRONMENT, TRUSTED_PROXY_HEADER: 'x-forwarded-for' };
  for (const forged of ['198.51.100.1', '198.51.100.2']) {
    const headers = { 'x-forwarded-for': `${forged}, 192.0.2.1` };
    const request = new Request(`${ORIGIN}/api/openapi.json`, { headers });
    await worker.fetch(request, { ...settings, ...Object.fromEntries(limits) } as never);
  }
  expect(counted).toEqual(['192.0.2.1', '192.0.2.1']);
});
