import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { createFolderStore } from '../../../functions/node/folder-store.ts';
import { NO_STORE, STREETS_PUBLICATION, type FileStore } from '../../../functions/files/store.ts';
import { readVectorTile } from '#network/vector-tile/read-vector-tile.ts';
import { writeDirectory } from '#network/archive/write-archive.ts';
import { copyAndorra, createStreets, takeAndorra } from '../../streets/andorra.ts';
import { makeArchive } from '../../streets/made-up-archive.ts';
import { errorOf, startHarness } from '../harness.ts';

/** Published streets of Andorra, once for all tests; each gets its own copy of the files. */
const published = await takeAndorra();
const area = published.areas()[0]!;

const readFiles = (folder = published.folder) => ({
  'manifest.json': readFileSync(join(folder, 'manifest.json')),
  [`andorra/${area.version}.pmtiles`]: readFileSync(join(folder, 'andorra', `${area.version}.pmtiles`)),
});

/** A store of files in memory, and the names read from it. */
function createMemoryStore(files: Record<string, Buffer>, storedMs = 30_000) {
  const read: string[] = [];
  const store: FileStore = {
    cacheMs: storedMs,
    read(name, range) {
      read.push(range === undefined ? name : `${name} ${range.offset}+${range.length}`);
      const { offset = 0, length = Infinity } = range ?? {};
      const file = files[name];
      return Promise.resolve(
        file === undefined ? null : Uint8Array.from(file.subarray(offset, offset + length)),
      );
    },
  };
  return { store, read, files };
}

const start = (streets: FileStore) => startHarness({ streets, servePage: () => new Response('a page') });
const tileAddress = (tile: string, version = area.version) => `/streets/andorra/${version}/${tile}.mvt`;
const CITY = '14/8261/6050';
const NOWHERE = '14/0/0';

describe('Served streets', () => {
  it('the manifest is served and always revalidated', async () => {
    const { request } = start(createMemoryStore(readFiles()).store);
    const answer = await request('/streets/manifest.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const etag = answer.headers.get('etag')!;
    expect(await answer.json()).toMatchObject({ areas: [{ name: 'andorra', version: area.version }] });
    const again = await request('/streets/manifest.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await request('/streets/manifest.json', { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  // Proves: security/listed-versions.
  it('gazetteers are served as stored and cached forever, only for published versions', async () => {
    const { search } = published.areas()[0]!;
    const name = `andorra/${search!.version}/index.json.gz`;
    const index = readFileSync(join(published.folder, name));
    const { store, read } = createMemoryStore({ ...readFiles(), [name]: index });
    const { request } = start(store);
    const address = (version: string, file: string) => `/streets/andorra/${version}/${file}`;
    const answer = await request(address(search!.version, 'index.json'));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(index)).toBe(true);
    read.length = 0;
    const other = '0123456789abcdef';
    const addresses = [
      address(other, 'index.json'),
      address(search!.version, 'other.json'),
      address(area.version, '0.json'),
    ];
    for (const wrong of addresses) expect((await request(wrong)).status).toBe(404);
    expect(read.filter((each) => each !== 'manifest.json')).toEqual([]);
    // The manifest names it, and the store has lost it.
    expect((await request(address(search!.version, '7.json'))).status).toBe(404);
  });

  it('a gazetteer that the store decompressed in transit is served', async () => {
    const { search } = published.areas()[0]!;
    const name = `andorra/${search!.version}/index.json.gz`;
    const plain = gunzipSync(readFileSync(join(published.folder, name)));
    const { request } = start(createMemoryStore({ ...readFiles(), [name]: plain }).store);
    const answer = await request(`/streets/andorra/${search!.version}/index.json`);
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(await answer.json()).toMatchObject({ format: 1 });
  });

  it('tiles are served as stored, one by one, and cached forever', async () => {
    const { store, files } = createMemoryStore(readFiles());
    const answer = await start(store).request(tileAddress(CITY));
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

  it('an empty tile is answered with 204, and cached forever too', async () => {
    const answer = await start(createMemoryStore(readFiles()).store).request(tileAddress(NOWHERE));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['HEAD'])('%s is answered without a body', async (method) => {
    const { request } = start(createMemoryStore(readFiles()).store);
    for (const path of ['/streets/manifest.json', tileAddress(CITY)]) {
      const answer = await request(path, { method });
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
  ])('%s is answered with 404, without a call to the store', async (_, path) => {
    const { store, read } = createMemoryStore(readFiles());
    const answer = await start(store).request(`/streets/${path(area.version)}`);
    expect([answer.status, await answer.text()]).toEqual([404, 'There is no such file.']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(read.filter((name) => name !== 'manifest.json')).toEqual([]);
  });

  it('missing streets, or no store at all, are no error', async () => {
    for (const store of [createMemoryStore({}).store, NO_STORE]) {
      const answer = await start(store).request('/streets/manifest.json');
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
  });

  it('streets only answer GET and HEAD', async () => {
    const { request } = start(createMemoryStore(readFiles()).store);
    expect((await request('/streets/manifest.json', { method: 'POST' })).status).toBe(404);
  });
});

describe('Store of served streets', () => {
  it('directories that lead to tiles are read once', async () => {
    const { store, read } = createMemoryStore(readFiles());
    const { request } = start(store);
    await request(tileAddress(CITY));
    const first = read.splice(0);
    expect(first.map((name) => name.split(' ')[0])).toEqual([
      'manifest.json',
      ...[1, 2].map(() => `andorra/${area.version}.pmtiles`),
    ]);
    await Promise.all([
      request(tileAddress(CITY)),
      request(tileAddress(NOWHERE)),
      request('/streets/manifest.json'),
    ]);
    expect(read).toEqual([first[2]]);
  });

  it('the manifest is read again after its cache time', async () => {
    const memory = createMemoryStore(readFiles());
    const { request, clock } = start(memory.store);
    expect((await request(tileAddress(CITY))).status).toBe(200);
    // The manifest is deleted: its version is served until the manifest is read again.
    delete memory.files['manifest.json'];
    expect((await request(tileAddress(NOWHERE))).status).toBe(204);
    clock.nowMs += 30_000;
    expect((await request(tileAddress(CITY))).status).toBe(404);
    expect((await request('/streets/manifest.json')).status).toBe(204);
  });

  it('the manifest is read again after a clock that was ahead is corrected', async () => {
    const memory = createMemoryStore(readFiles());
    const { request, clock } = start(memory.store);
    clock.nowMs += 3_600_000;
    expect((await request('/streets/manifest.json')).status).toBe(200);
    delete memory.files['manifest.json'];
    clock.nowMs -= 3_600_000;
    expect((await request('/streets/manifest.json')).status).toBe(204);
  });

  it('an archive may disappear during a session', async () => {
    const memory = createMemoryStore(readFiles());
    const { request } = start(memory.store);
    expect((await request(tileAddress(CITY))).status).toBe(200);
    delete memory.files[`andorra/${area.version}.pmtiles`];
    expect((await request(tileAddress(CITY))).status).toBe(404);
    delete memory.files['manifest.json'];
    expect((await request('/streets/manifest.json')).status).toBe(204);
  });

  it('the previous version is still served to open pages', async () => {
    const streets = await copyAndorra();
    const old = streets.areas()[0]!.version;
    await streets.take(await makeArchive(), 'andorra');
    const { request } = start(createFolderStore(streets.folder, STREETS_PUBLICATION));
    expect((await request(tileAddress(CITY, old))).status).toBe(200);
    expect((await request(tileAddress(CITY, streets.areas()[0]!.version))).status).toBe(200);
    await streets.remove('andorra');
  });

  it('on Node, a newly published version is served within a second', async () => {
    const streets = createStreets();
    const { request, clock } = start(createFolderStore(streets.folder, STREETS_PUBLICATION));
    expect((await request('/streets/manifest.json')).status).toBe(204);
    await copyAndorra(streets.folder);
    clock.nowMs += 1_000;
    expect((await request('/streets/manifest.json')).status).toBe(200);
    expect((await request(tileAddress(CITY))).status).toBe(200);
    await streets.remove(null);
    clock.nowMs += 1_000;
    expect((await request(tileAddress(CITY))).status).toBe(404);
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
  ])('a store with %s is a temporary fault that the log mentions', async (_, ending, change) => {
    const files: Record<string, Buffer> = readFiles();
    const name = Object.keys(files).find((each) => each.endsWith(ending))!;
    files[name] = change(files[name]!);
    const { request, logs } = start(createMemoryStore(files).store);
    const answer = await request(tileAddress(CITY));
    expect([answer.status, await errorOf(answer)]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(logs).toMatchObject([
      {
        status: 503,
        route: 'streets',
        detail: expect.stringMatching(/^unavailable: (The s|S)treets/) as string,
      },
    ]);
  });
});

it.each(['ftp://x.example/', 'http://x.example/', 'https://x.example/?key=1', 'streets'])(
  'a setting refuses streets at %s',
  (url) => {
    expect(() => startHarness({ environment: { STREETS_URL: url } })).toThrow('STREETS_URL');
  },
);
