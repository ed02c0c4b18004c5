import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { R2Bucket } from '@cloudflare/workers-types';
import { zxyToTileId } from 'pmtiles';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStreetsFolder } from '../../functions/node/streets-folder.ts';
import { createBucketStore, NO_STORE, type StreetsStore } from '../../functions/streets/store.ts';
import { readVectorTile } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { writeDirectory } from '../../publisher/streets/archive/write-archive.ts';
import { listen, type Listening } from '../processes.ts';
import { ANDORRA, createStreets } from '../streets/andorra.ts';
import { makeArchive } from '../streets/made-up-archive.ts';
import { errorOf, startHarness } from './harness.ts';

/** Published streets of Andorra, once for all tests; each gets its own copy of the files. */
const published = createStreets();
let area: { name: string; version: string };
beforeAll(async () => {
  await published.take(ANDORRA, 'andorra');
  area = published.areas()[0]!;
});

const readFiles = (folder = published.folder) => ({
  'manifest.json': readFileSync(join(folder, 'manifest.json')),
  [`andorra/${area.version}.pmtiles`]: readFileSync(join(folder, 'andorra', `${area.version}.pmtiles`)),
});

/** A store of files in memory, and the names read from it. */
function createMemoryStore(files: Record<string, Buffer>, keptMs = 30_000) {
  const read: string[] = [];
  const store: StreetsStore = {
    keptMs,
    readManifest(name) {
      read.push(name);
      const file = files[name];
      return Promise.resolve(file === undefined ? null : Uint8Array.from(file));
    },
    readRange(name, offset, length) {
      read.push(`${name} ${offset}+${length}`);
      const file = files[name];
      return Promise.resolve(
        file === undefined ? null : Uint8Array.from(file.subarray(offset, offset + length)),
      );
    },
  };
  return { store, read, files };
}

const start = (streets: StreetsStore) => startHarness({ streets, servePage: () => new Response('a page') });
const tileAddress = (tile: string, version = area.version) => `/streets/andorra/${version}/${tile}.mvt`;
const CITY = '14/8261/6050';
const NOWHERE = '14/0/0';

describe('streets', () => {
  it('are told in a manifest, which is asked for again each time', async () => {
    const { ask } = start(createMemoryStore(readFiles()).store);
    const answer = await ask('/streets/manifest.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const etag = answer.headers.get('etag')!;
    expect(await answer.json()).toMatchObject({ areas: [{ name: 'andorra', version: area.version }] });
    const again = await ask('/streets/manifest.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await ask('/streets/manifest.json', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('come tile by tile as they are stored, for ever', async () => {
    const { store, files } = createMemoryStore(readFiles());
    const answer = await start(store).ask(tileAddress(CITY));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(files[`andorra/${area.version}.pmtiles`]!.includes(bytes)).toBe(true);
    const layers = readVectorTile(gunzipSync(bytes), () => true).map(({ name }) => name);
    expect(layers).toContain('roads');
  });

  it('of an empty tile are 204, for ever too', async () => {
    const answer = await start(createMemoryStore(readFiles()).store).ask(tileAddress(NOWHERE));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['HEAD'])('answer %s without a body', async (method) => {
    const { ask } = start(createMemoryStore(readFiles()).store);
    for (const path of ['/streets/manifest.json', tileAddress(CITY)]) {
      const answer = await ask(path, { method });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    }
  });

  it.each([
    ['another version', (version: string) => `andorra/${version.replace(/./g, '0')}/${CITY}.mvt`],
    ['another area', (version: string) => `alps/${version}/${CITY}.mvt`],
    ['a zoom below', (version: string) => `andorra/${version}/8/129/94.mvt`],
    ['a zoom above', (version: string) => `andorra/${version}/15/0/0.mvt`],
    ['a tile beyond the world', (version: string) => `andorra/${version}/14/16384/0.mvt`],
    ['a number that is none', (version: string) => `andorra/${version}/14/-1/0.mvt`],
    ['a huge number', (version: string) => `andorra/${version}/14/99999999999999999999/0.mvt`],
    ['the archive', (version: string) => `andorra/${version}.pmtiles`],
    ['a way up', (version: string) => `..%2fandorra/${version}/${CITY}.mvt`],
    ['nothing', () => ''],
  ])('answer 404 for %s, and ask the store for nothing', async (_, path) => {
    const { store, read } = createMemoryStore(readFiles());
    const answer = await start(store).ask(`/streets/${path(area.version)}`);
    expect([answer.status, await answer.text()]).toEqual([404, 'There is no such file.']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(read.filter((name) => name !== 'manifest.json')).toEqual([]);
  });

  it('that nobody published are no error, and so without a store', async () => {
    for (const store of [createMemoryStore({}).store, NO_STORE]) {
      const answer = await start(store).ask('/streets/manifest.json');
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
  });

  it('are only read', async () => {
    const { ask } = start(createMemoryStore(readFiles()).store);
    expect((await ask('/streets/manifest.json', { method: 'POST' })).status).toBe(404);
  });
});

describe('the store of the streets', () => {
  it('is asked once for what leads to tiles', async () => {
    const { store, read } = createMemoryStore(readFiles());
    const { ask } = start(store);
    await ask(tileAddress(CITY));
    const first = read.splice(0);
    expect(first.map((name) => name.split(' ')[0])).toEqual([
      'manifest.json',
      ...[1, 2].map(() => `andorra/${area.version}.pmtiles`),
    ]);
    await Promise.all([ask(tileAddress(CITY)), ask(tileAddress(NOWHERE)), ask('/streets/manifest.json')]);
    expect(read).toEqual([first[2]]);
  });

  it('is asked for the manifest again after its time', async () => {
    const memory = createMemoryStore(readFiles());
    const { ask, clock } = start(memory.store);
    expect((await ask(tileAddress(CITY))).status).toBe(200);
    // The manifest is deleted: its version is served until the manifest is read again.
    delete memory.files['manifest.json'];
    expect((await ask(tileAddress(NOWHERE))).status).toBe(204);
    clock.nowMs += 30_000;
    expect((await ask(tileAddress(CITY))).status).toBe(404);
    expect((await ask('/streets/manifest.json')).status).toBe(204);
  });

  it('is asked for the manifest again by a clock that was ahead and was set right', async () => {
    const memory = createMemoryStore(readFiles());
    const { ask, clock } = start(memory.store);
    clock.nowMs += 3_600_000;
    expect((await ask('/streets/manifest.json')).status).toBe(200);
    delete memory.files['manifest.json'];
    clock.nowMs -= 3_600_000;
    expect((await ask('/streets/manifest.json')).status).toBe(204);
  });

  it('may lose an archive in mid-session', async () => {
    const memory = createMemoryStore(readFiles());
    const { ask } = start(memory.store);
    expect((await ask(tileAddress(CITY))).status).toBe(200);
    delete memory.files[`andorra/${area.version}.pmtiles`];
    expect((await ask(tileAddress(CITY))).status).toBe(404);
    delete memory.files['manifest.json'];
    expect((await ask('/streets/manifest.json')).status).toBe(204);
  });

  it('still has the version before for pages that are open', async () => {
    const streets = createStreets();
    await streets.take(ANDORRA, 'andorra');
    const old = streets.areas()[0]!.version;
    await streets.take(await makeArchive(), 'andorra');
    const { ask } = start(createStreetsFolder(streets.folder));
    expect((await ask(tileAddress(CITY, old))).status).toBe(200);
    expect((await ask(tileAddress(CITY, streets.areas()[0]!.version))).status).toBe(200);
    await streets.remove('andorra');
  });

  it('on Node shows what the command has done within a second', async () => {
    const streets = createStreets();
    const { ask, clock } = start(createStreetsFolder(streets.folder));
    expect((await ask('/streets/manifest.json')).status).toBe(204);
    await streets.take(ANDORRA, 'andorra');
    clock.nowMs += 1_000;
    expect((await ask('/streets/manifest.json')).status).toBe(200);
    expect((await ask(tileAddress(CITY))).status).toBe(200);
    await streets.remove(null);
    clock.nowMs += 1_000;
    expect((await ask(tileAddress(CITY))).status).toBe(404);
  });

  it.each([
    ['a manifest that is none', 'manifest.json', () => Buffer.from('<!doctype html>')],
    [
      'a manifest of a later form',
      'manifest.json',
      (file: Buffer) => Buffer.from(file.toString().replace('"format":1', '"format":2')),
    ],
    ['an archive that is none', 'pmtiles', () => Buffer.alloc(20_000, 'x')],
    [
      'an archive whose directory is damaged',
      'pmtiles',
      (file: Buffer) => Buffer.from(file).fill(9, 140, 160),
    ],
    [
      'an archive that leads to a tile of gigabytes',
      'pmtiles',
      (file: Buffer) => {
        const entry = { tile: zxyToTileId(14, 8261, 6050), run: 1, offset: 0, length: 3_000_000_000 };
        const root = gzipSync(writeDirectory([entry]));
        const changed = Buffer.from(file);
        changed.writeBigUInt64LE(BigInt(root.length), 16);
        changed.set(root, 127);
        return changed;
      },
    ],
  ])('with %s is a fault that passes, told in the log', async (_, ending, change) => {
    const files: Record<string, Buffer> = readFiles();
    const name = Object.keys(files).find((each) => each.endsWith(ending))!;
    files[name] = change(files[name]!);
    const { ask, logs } = start(createMemoryStore(files).store);
    const answer = await ask(tileAddress(CITY));
    expect([answer.status, await errorOf(answer)]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(logs).toMatchObject([
      { status: 503, route: 'streets', detail: expect.stringMatching(/^(the )?streets/) as string },
    ]);
  });
});

describe('a bucket', () => {
  function createBucket(files: Record<string, Buffer>, cut = 0) {
    return {
      get: (name: string, { range }: { range?: { offset: number; length: number } } = {}) => {
        const file = files[name];
        if (file === undefined) return Promise.resolve(null);
        const bytes =
          range === undefined ? file : file.subarray(range.offset, range.offset + range.length - cut);
        return Promise.resolve({
          size: file.length,
          arrayBuffer: () => Promise.resolve(Uint8Array.from(bytes).buffer),
          body: { cancel: () => Promise.resolve() },
        });
      },
    } as unknown as R2Bucket;
  }

  it('serves streets', async () => {
    const { ask } = start(createBucketStore(createBucket(readFiles())));
    expect((await ask('/streets/manifest.json')).status).toBe(200);
    expect((await ask(tileAddress(CITY))).status).toBe(200);
    expect((await ask(tileAddress(NOWHERE))).status).toBe(204);
    expect((await start(createBucketStore(createBucket({}))).ask('/streets/manifest.json')).status).toBe(204);
  });

  it('that sends less than it was asked for, or too long a manifest, is a fault', async () => {
    expect((await start(createBucketStore(createBucket(readFiles(), 1))).ask(tileAddress(CITY))).status).toBe(
      503,
    );
    const long = { ...readFiles(), 'manifest.json': Buffer.alloc(300_000) };
    expect((await start(createBucketStore(createBucket(long))).ask('/streets/manifest.json')).status).toBe(
      503,
    );
  });

  it('that fails is a fault', async () => {
    const broken = { get: () => Promise.reject(new Error('R2 is down')) } as unknown as R2Bucket;
    expect((await start(createBucketStore(broken)).ask('/streets/manifest.json')).status).toBe(503);
  });
});

type Answer = (range: { start: number; end: number } | null, file: Buffer) => Response | Promise<Response>;

/** Answers like object stores. */
const answerWell: Answer = (range, file) =>
  range === null
    ? new Response(Uint8Array.from(file))
    : new Response(Uint8Array.from(file.subarray(range.start, range.end + 1)), {
        status: 206,
        headers: { 'content-range': `bytes ${range.start}-${range.end}/${file.length}` },
      });

describe('an address that answers ranges', () => {
  const servers: Listening[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const server of servers.splice(0)) await server.close();
  });

  /** A real server, since the network's behaviour is tested. */
  async function serve(answer: Answer, onlyRanges = false): Promise<string> {
    const files: Record<string, Buffer> = readFiles();
    const server = await listen((request, response) => {
      void (async () => {
        const file = files[(request.url ?? '').replace('/kept/', '')];
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        const range = from === undefined ? null : { start: Number(from), end: Number(to) };
        const use = onlyRanges && range === null ? answerWell : answer;
        const sent = file === undefined ? new Response(null, { status: 404 }) : await use(range, file);
        response.writeHead(sent.status, Object.fromEntries(sent.headers));
        response.end(Buffer.from(await sent.arrayBuffer()));
      })();
    });
    servers.push(server);
    return `${server.origin}/kept`;
  }

  async function askThrough(url: string, path = tileAddress(CITY)) {
    const { ask, logs } = startHarness({ environment: { STREETS_URL: url }, realFetch: true });
    return { answer: await ask(path), logs };
  }

  it('serves streets', async () => {
    const url = await serve(answerWell);
    expect((await askThrough(url, '/streets/manifest.json')).answer.status).toBe(200);
    const { answer } = await askThrough(url);
    expect([answer.status, gunzipSync(Buffer.from(await answer.arrayBuffer())).length > 10_000]).toEqual([
      200,
      true,
    ]);
    expect((await askThrough(url, tileAddress(NOWHERE))).answer.status).toBe(204);
  });

  it.each<[string, Answer, string]>([
    [
      'HTML',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'status 200 to a range',
    ],
    ['the whole file', (_, file) => new Response(Uint8Array.from(file)), 'status 200 to a range'],
    ['an error', () => new Response('down', { status: 502 }), 'status 502'],
    ['a way to somewhere else', () => Response.redirect('https://elsewhere.example/', 302), 'status 302'],
    [
      'another range',
      (range, file) => answerWell({ start: range!.start + 1, end: range!.end + 1 }, file),
      'another range',
    ],
    [
      'a range without saying which',
      (range, file) =>
        new Response(Uint8Array.from(file.subarray(range!.start, range!.end + 1)), { status: 206 }),
      'another range',
    ],
    [
      'fewer bytes',
      (range, file) =>
        new Response(Uint8Array.from(file.subarray(range!.start, range!.end)), {
          status: 206,
          headers: { 'content-range': `bytes ${range!.start}-${range!.end}/${file.length}` },
        }),
      'bytes instead of',
    ],
    [
      'more bytes',
      (range, file) =>
        new Response(Uint8Array.from(file.subarray(range!.start, range!.end + 9)), {
          status: 206,
          headers: { 'content-range': `bytes ${range!.start}-${range!.end}/${file.length}` },
        }),
      'more bytes than',
    ],
    [
      'a range that was packed on its way',
      async (range, file) => {
        const sent = await answerWell(range, file);
        sent.headers.set('content-encoding', 'x-packed');
        return sent;
      },
      'packed on its way',
    ],
  ])('that sends %s is a fault, told in the log', async (_, answer, told) => {
    const { answer: ours, logs } = await askThrough(await serve(answer, true));
    expect(ours.status).toBe(503);
    expect(logs[0]!.detail).toContain(told);
  });

  it('that sends a manifest without an end is a fault', async () => {
    const { answer } = await askThrough(
      await serve(() => new Response('x'.repeat(1_000_000))),
      '/streets/manifest.json',
    );
    expect(answer.status).toBe(503);
  });

  it('that nobody answers at, or that stalls, is a fault', async () => {
    expect((await askThrough('http://127.0.0.1:9/')).logs[0]!.detail).toContain("doesn't answer");
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() =>
      AbortSignal.abort(new DOMException('', 'TimeoutError')),
    );
    const url = await serve(() => new Promise(() => undefined));
    const { answer, logs } = await askThrough(url);
    vi.restoreAllMocks();
    expect(answer.status).toBe(503);
    expect(logs[0]!.detail).toBe("the streets' store doesn't answer (TimeoutError)");
  });

  it.each(['ftp://x.example/', 'http://x.example/', 'https://x.example/?key=1', 'streets'])(
    'can’t be %s',
    (url) => {
      expect(() => startHarness({ environment: { STREETS_URL: url } })).toThrow('STREETS_URL');
    },
  );
});
