import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogLine } from '../../../functions/context.ts';
import { createFileCache, type FindFile } from '../../../functions/node/file-cache.ts';
import { servePages } from '../../../functions/node/serve-pages.ts';
import { listen } from '../../../functions/node/listen.ts';
import { findClientAddress, startServer, type RunningServer } from '../../../functions/node/start.ts';
import type { AppError } from '#platform/errors.ts';
import { findFreePort } from '../find-free-port.ts';
import { ENVIRONMENT } from '../harness.ts';
import { makeFolder } from '../../temporary-folder.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

const published = makeFolder({
  'manifest.json': '{}',
  '.walk/pages.ndjson': 'not yet',
  '0123456789abcdef/blocks/0.bin': 'plain',
  '0123456789abcdef/blocks/0.bin.br': 'brotli',
});
/** Files of earlier releases. */
const stored = makeFolder({
  'app/immutable/before.js': 'of a release before',
  'app/immutable/a.js': 'never looked at: the build has its own',
  'widget/droppoint-0.1.0-0123abcd.js': 'a pinned widget',
  'widget/droppoint-0.1.0-0123abcd.js.br': 'the same, smaller',
  'network/manifest.json': 'not to be had in this way',
});
const build = makeFolder({
  'index.html': 'locator',
  'account.html': 'account',
  'account/callback.html': 'callback',
  'embed.html': 'embed',
  '404.html': 'no such page',
  '_app/immutable/a.js': 'plain',
  '_app/immutable/a.js.br': 'brotli',
  '_app/immutable/a.js.gz': 'gzip',
});

describe('Page server on Node', () => {
  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    Promise.resolve(
      servePages(build, published, stored)(new Request(`http://localhost${path}`, { headers, method })),
    );

  it.each([
    ['/', 'locator'],
    ['/account', 'account'],
    ['/account/callback', 'callback'],
    ['/account/callback?code=a.b', 'callback'],
    ['/embed', 'embed'],
  ])('%s is served without an extension', async (path, content) => {
    const answer = await send(path);
    expect([answer.status, await answer.text()]).toEqual([200, content]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('files that pages of earlier releases load later, and pinned widgets, are served', async () => {
    const texts = [
      '/_app/immutable/before.js',
      '/_app/immutable/a.js',
      '/v1/droppoint-0.1.0-0123abcd.js',
    ].map(async (path) => (await send(path)).text());
    expect(await Promise.all(texts)).toEqual(['of a release before', 'plain', 'a pinned widget']);
    const small = await send('/v1/droppoint-0.1.0-0123abcd.js', { 'accept-encoding': 'br' });
    expect(small.headers.get('content-encoding')).toBe('br');
    for (const path of ['/v1/droppoint.js', '/_app/version.json', '/network/manifest.json', '/widget/x.js'])
      expect((await send(path)).status, path).toBe(404);
  });

  it('the published network is served, precompressed if possible, and a missing file has no page', async () => {
    const manifest = await send('/snapshot/manifest.json');
    expect([manifest.status, await manifest.text()]).toEqual([200, '{}']);
    const block = await send('/snapshot/0123456789abcdef/blocks/0.bin', { 'accept-encoding': 'br' });
    expect([block.headers.get('content-encoding'), await block.text()]).toEqual(['br', 'brotli']);
    for (const path of [
      '/snapshot/nothing.json',
      '/snapshot/%.json',
      '/snapshot/%2ewalk/pages.ndjson',
      '/snapshot/.walk/pages.ndjson',
      '/snapshot/../package.json',
      '/snapshot/..%2f..%2fetc/passwd',
    ]) {
      const answer = await send(path);
      expect(answer.status).toBe(404);
    }
  });

  it('the smallest encoding that the browser accepts is sent', async () => {
    for (const [accepted, content] of [
      ['gzip, br', 'brotli'],
      ['gzip', 'gzip'],
      ['', 'plain'],
    ] as const) {
      const answer = await send('/_app/immutable/a.js', { 'accept-encoding': accepted });
      expect(await answer.text()).toBe(content);
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
    }
  });

  it('an encoding that the browser refuses isn’t sent', async () => {
    const answer = await send('/_app/immutable/a.js', { 'accept-encoding': 'br;q=0, gzip;q=0.0' });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, 'plain']);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
  });

  it('a page that the browser already has is answered with 304', async () => {
    const etag = (await send('/account')).headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await send('/account', { 'if-none-match': tags });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await send('/account', { 'if-none-match': '"other"' })).status).toBe(200);
    // Never for an unknown address: a page may exist there tomorrow.
    const nothing = await send('/nowhere', { 'if-none-match': '*' });
    expect([nothing.status, nothing.headers.has('etag')]).toEqual([404, false]);
  });

  it('each encoding of a file has its own ETag', async () => {
    const tags = ['br', 'gzip', ''].map(async (encoding) =>
      (await send('/_app/immutable/a.js', { 'accept-encoding': encoding })).headers.get('etag')!,
    );
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });

  it.each([
    ['bytes=0-2', 206, 'acc', 'bytes 0-2/7'],
    ['bytes=5-', 206, 'nt', 'bytes 5-6/7'],
    ['bytes=-3', 206, 'unt', 'bytes 4-6/7'],
    ['bytes=3-99', 206, 'ount', 'bytes 3-6/7'],
    ['bytes=7-', 416, '', 'bytes */7'],
    ['bytes=-0', 416, '', 'bytes */7'],
    ['bytes=0-1,3-4', 200, 'account', null],
    ['bytes=4-2', 200, 'account', null],
    ['bytes=-', 200, 'account', null],
    ['lines=0-1', 200, 'account', null],
  ])('a request for %s is answered with %i', async (range, status, content, named) => {
    const answer = await send('/account', { range });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      content,
      named,
    ]);
    if (status !== 416) expect(answer.headers.get('content-length')).toBe(String(content.length));
  });

  it('a range is sent only if the browser has the rest of the same version', async () => {
    const etag = (await send('/account')).headers.get('etag') ?? '';
    expect((await send('/account', { range: 'bytes=0-2', 'if-range': etag })).status).toBe(206);
    expect((await send('/account', { range: 'bytes=0-2', 'if-range': '"other"' })).status).toBe(200);
  });

  it('a file too large for the cache is sent, whole and in ranges', async () => {
    const large = Buffer.alloc(1024 * 1024 + 1, 'ab');
    writeFileSync(join(build, 'large.bin'), large);
    const whole = await send('/large.bin');
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
    const part = await send('/large.bin', { range: 'bytes=3-5' });
    expect([part.status, await part.text()]).toEqual([206, 'bab']);
    const etag = whole.headers.get('etag') ?? '';
    expect((await send('/large.bin', { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('File cache', () => {
  const path = join(build, 'changing.txt');
  const textOf = async (find: FindFile) => (await find(path))?.bytes?.toString();

  it('a file is read once, and again within a second of a change', async () => {
    let nowMs = 0;
    const find = createFileCache(() => nowMs);
    writeFileSync(path, 'first');
    expect(await textOf(find)).toBe('first');
    writeFileSync(path, 'second one');
    nowMs = 999;
    // No file is looked up: the answer is synchronous.
    expect(find(path)).not.toBeInstanceOf(Promise);
    expect(await textOf(find)).toBe('first');
    nowMs = 1_000;
    expect(await textOf(find)).toBe('second one');
    rmSync(path);
    nowMs = 2_000;
    expect(await find(path)).toBe(null);
    writeFileSync(path, 'back');
    nowMs = 3_000;
    expect(await textOf(find)).toBe('back');
  });

  it('concurrent look-ups of a file are one', () => {
    const find = createFileCache();
    expect(find(path)).toBe(find(path));
  });

  it('only regular files are found', async () => {
    expect(await createFileCache()(build)).toBe(null);
    expect(await createFileCache()(join(build, 'index.html', 'below'))).toBe(null);
    expect(await createFileCache()(join(build, 'x'.repeat(300)))).toBe(null);
  });
});

describe('Client address on Node', () => {
  const incoming = (headers: Record<string, string>) =>
    ({ headers, socket: { remoteAddress: '192.0.2.1' } }) as unknown as IncomingMessage;

  it('the client’s address is that of the socket, whatever a header claims, unless a trusted proxy is configured', () => {
    const forged = incoming({ 'x-forwarded-for': '198.51.100.1, 198.51.100.2' });
    expect(findClientAddress(forged, null)).toBe('192.0.2.1');
    expect(findClientAddress(forged, 'x-forwarded-for')).toBe('198.51.100.2');
    expect(findClientAddress(incoming({}), 'x-forwarded-for')).toBe('192.0.2.1');
  });
});

describe('Node server', () => {
  const environment = { ...ENVIRONMENT, PORT: '', APP_ORIGIN: 'http://localhost:3000' };
  let server: RunningServer;
  let port: number;
  const logs: LogLine[] = [];
  beforeAll(async () => {
    port = await findFreePort();
    environment.PORT = String(port);
    server = await startServer(environment, build, (line) => 'route' in line && logs.push(line));
  });
  afterAll(() => server.close());

  const startWith = (changes: Record<string, string>) =>
    startServer({ ...environment, ...changes }, build, () => undefined);
  /** The status of the answer to a request whose headers and chunks are sent unchanged. */
  const statusOf = (path: string, options: RequestOptions, chunks: readonly string[] = []) =>
    new Promise((resolve, reject) => {
      const call = request(`http://127.0.0.1:${port}${path}`, options, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.once('error', reject);
      for (const chunk of chunks) call.write(chunk);
      call.end();
    });

  it('the server answers at localhost and at 127.0.0.1, and pages have their headers', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await (await fetch(`http://${host}:${port}/api/health`)).json()).toEqual({ status: 'ok' });
    }
    const page = await fetch(`http://localhost:${port}/account`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it.each(['/api/points', '/api/platform/location/v1/points'])(
    'answers of %s are compressed',
    async (path) => {
      const headers = { 'accept-encoding': 'gzip', 'x-requested-with': 'droppoint' };
      const answer = await fetch(`http://localhost:${port}${path}`, { headers });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([400, 'gzip']);
      expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
    },
  );

  it('all wrong settings are reported at once', async () => {
    const wrong = { PORT: '99999', REDIS_URL: 'http://x', APP_ORIGIN: '', SESSION_KEYS: 'k' };
    const problems = await startServer({ ...ENVIRONMENT, ...wrong }, build, () => undefined).catch(
      (error: AppError) => error.problems,
    );
    expect(problems).toEqual(
      ['APP_ORIGIN', 'SESSION_KEYS', 'PORT', 'REDIS_URL'].map(
        (name) => expect.stringMatching(new RegExp(`^${name} `)) as string,
      ),
    );
    const same = startServer(
      { ...ENVIRONMENT, APP_ORIGIN: '', METRICS_PORT: '3000' },
      build,
      () => undefined,
    );
    await expect(same).rejects.toThrow(/^APP_ORIGIN .*\nMETRICS_PORT must differ from PORT\.$/);
  });

  it('a port in use has a message with the remedy', async () => {
    await expect(startWith({})).rejects.toMatchObject({
      code: 'settings_invalid',
      message: `Port ${port} is in use: stop the program that uses it, or choose another with PORT=${port + 1}.`,
    });
  });

  it('the server continues after connections that couldn’t be accepted', async () => {
    const [server] = await listen(() => createServer(), await findFreePort(), '127.0.0.1');
    for (let times = 0; times < 2; times++)
      expect(() => server!.emit('error', new Error('accept EMFILE'))).not.toThrow();
    server!.close();
  });

  it.skipIf(!HAS_IPV6)('a port available at only one address is released again', async () => {
    const half = await findFreePort();
    const other = createServer().listen(half, '::1');
    await new Promise((resolve) => other.once('listening', resolve));
    await expect(startWith({ PORT: String(half) })).rejects.toThrow('is in use');
    await new Promise((resolve) => other.close(resolve));
    await (await startWith({ PORT: String(half) })).close();
  });

  it('the server doesn’t start with wrong settings, and names all of them', async () => {
    const wrong = startWith({ PLATFORM_BASE_URL: 'test', SESSION_KEYS: '' });
    await expect(wrong).rejects.toThrow(/PLATFORM_BASE_URL .*\nSESSION_KEYS /s);
    await expect(startWith({ PORT: '70000' })).rejects.toThrow('PORT');
  });

  it.each([
    ['lets the headers of a long session and a long token pass', 24, 200],
    ['answers 431 to headers beyond 32 KiB', 40, 431],
  ])('%s', async (_what, kibibytes, expected) => {
    const headers = { cookie: `a=${'x'.repeat(kibibytes * 1024)}` };
    expect(await statusOf('/api/health', { headers })).toBe(expected);
  });

  // RFC 9112 §3.2.
  it.each([
    ['two hosts', `host: localhost\r\nHost: evil.example\r\n`, 400],
    ['the same host twice', `host: localhost\r\nhost: localhost\r\n`, 400],
    ['no host', '', 400],
    ['a host', `host: localhost\r\n`, 200],
  ])('a request that names %s is accepted or refused', async (_what, hosts, status) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/health HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
    let answer = '';
    for await (const part of socket) answer += String(part);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('an upload aborted by the client is logged as such, not as a fault of ours', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /api/oauth/token HTTP/1.1\r\nhost: localhost\r\nx-request-id: given-up-upload\r\n' +
        `origin: ${environment.APP_ORIGIN}\r\nx-requested-with: droppoint\r\n` +
        'content-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n' +
        'expect: 100-continue\r\n\r\ngrant_type=',
    );
    // "100 Continue": the request has begun.
    await once(socket, 'data');
    socket.destroy();
    const line = () => logs.find(({ requestId }) => requestId === 'given-up-upload');
    await expect.poll(line).toMatchObject({ status: 499, error: 'client_closed_request' });
  });

  it('a chunked body that is too long is cut off', async () => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: environment.APP_ORIGIN,
      'x-requested-with': 'droppoint',
    };
    const chunks = Array<string>(9).fill('a'.repeat(1024));
    expect(await statusOf('/api/oauth/token', { method: 'POST', headers }, chunks)).toBe(413);
  });
});
