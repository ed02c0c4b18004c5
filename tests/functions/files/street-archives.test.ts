import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Compression, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import type { FileRange, FileStore } from '../../../functions/files/store.ts';
import type { ArchiveEntry } from '#network/archive/list-tiles.ts';
import { HEAD_BYTES, HEADER_BYTES } from '#network/archive/open-archive.ts';
import { writeDirectory } from '#network/archive/write-archive.ts';
import { makeArchive } from '../../streets/made-up-archive.ts';
import { makeManifest } from '../../streets/made-up-manifest.ts';
import { startHarness } from '../harness.ts';

const VERSION = '0123456789abcdef';
const MANIFEST = makeManifest({ name: 'alps', version: VERSION });
const HEADER = readFileSync(await makeArchive()).subarray(0, HEADER_BYTES);

/** The first tile of zoom 14, and those after it on the curve. */
const FIRST = zxyToTileId(14, 0, 0);
const addressOf = (tile: number) => `/streets/alps/${VERSION}/${tileIdToZxy(tile).join('/')}.mvt`;

interface Parts {
  root: readonly ArchiveEntry[];
  leaves?: readonly (readonly ArchiveEntry[])[];
  tiles?: Buffer;
  packed?: Compression;
}

/** An archive with consecutive leaf directories, to which the root's entries of run 0 lead. */
function assemble({ root, leaves = [], tiles = Buffer.alloc(0), packed = Compression.Gzip }: Parts): Buffer {
  const file = Buffer.alloc(HEAD_BYTES);
  const packedLeaves = leaves.map((entries) => gzipSync(writeDirectory(entries)));
  let at = 0;
  const led = root.map((entry, index) => {
    const leaf = packedLeaves[index];
    if (entry.run > 0 || leaf === undefined) return entry;
    at += leaf.length;
    return { ...entry, offset: at - leaf.length, length: leaf.length };
  });
  const packedRoot = gzipSync(writeDirectory(led));
  file.set(HEADER);
  file.set(packedRoot, HEADER_BYTES);
  file[98] = packed;
  const ends = [HEADER_BYTES, packedRoot.length, 0, 0, HEAD_BYTES, at, HEAD_BYTES + at, tiles.length];
  for (const [index, value] of ends.entries()) file.writeBigUInt64LE(BigInt(value), 8 + index * 8);
  return Buffer.concat([file, ...packedLeaves, tiles]);
}

/** Replaces what a store reads. */
interface Faults {
  readManifest?: () => Promise<object>;
  readRange?: (range: FileRange) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The app on a store with one archive, and the ranges read of it. */
function start(
  archive: Buffer,
  { readManifest = () => Promise.resolve(MANIFEST as object), readRange }: Faults = {},
) {
  const read: [offset: number, length: number][] = [];
  const streets: FileStore = {
    cacheMs: 30_000,
    async read(name, range) {
      if (range === undefined) return new TextEncoder().encode(JSON.stringify(await readManifest()));
      expect(name).toBe(`alps/${VERSION}.pmtiles`);
      const { offset, length } = range;
      read.push([offset, length]);
      return readRange?.(range) ?? Uint8Array.from(archive.subarray(offset, offset + length));
    },
  };
  const { request, logs } = startHarness({ streets });
  const tile = async (id: number) => {
    const answer = await request(addressOf(id));
    return [answer.status, await answer.text()];
  };
  return { request, tile, read, logs };
}

const entry = (tile: number, offset: number, length: number, run = 1): ArchiveEntry => ({
  tile,
  run,
  offset,
  length,
});
const leaf = (tile: number): ArchiveEntry => ({ tile, run: 0, offset: 0, length: 0 });

describe('Archive of streets', () => {
  it('an archive with leaf directories finds each tile, and reads each leaf once', async () => {
    const archive = assemble({
      root: [leaf(FIRST), leaf(FIRST + 5)],
      leaves: [[entry(FIRST, 0, 3)], [entry(FIRST + 5, 3, 5)]],
      tiles: Buffer.from('onefifth'),
      packed: Compression.None,
    });
    const { tile, read } = start(archive);
    for (let round = 0; round < 2; round++) {
      expect(await tile(FIRST)).toEqual([200, 'one']);
      expect(await tile(FIRST + 5)).toEqual([200, 'fifth']);
      expect(await tile(FIRST + 1)).toEqual([204, '']);
      expect(await tile(FIRST - 1)).toEqual([204, '']);
    }
    // The archive's head, two leaves, and two tiles twice.
    expect(read).toHaveLength(7);
    expect(read[0]).toEqual([0, HEAD_BYTES]);
  });

  it('cached directories take limited memory', async () => {
    // A directory takes 24 bytes an entry: one of these fits into 8 MB, two don't.
    const many = 220_000;
    const listed = (from: number) => Array.from({ length: many }, (_, at) => entry(from + at, at, 1));
    const archive = assemble({
      root: [leaf(FIRST), leaf(FIRST + many)],
      leaves: [listed(FIRST), listed(FIRST + many)],
      tiles: Buffer.alloc(many, 'x'),
      packed: Compression.None,
    });
    const { tile, read } = start(archive);
    const countReads = async (id: number) => {
      read.length = 0;
      expect(await tile(id)).toEqual([200, 'x']);
      return read.length;
    };
    expect([await countReads(FIRST), await countReads(FIRST + 1)]).toEqual([3, 1]);
    expect(await countReads(FIRST + many)).toBe(2);
    expect(await countReads(FIRST)).toBeGreaterThan(1);
  });

  it('uncompressed tiles are sent as they are', async () => {
    const tiles = Buffer.from('plain');
    const root = [entry(FIRST, 0, tiles.length)];
    const plain = await start(assemble({ root, tiles, packed: Compression.None })).request(addressOf(FIRST));
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'plain']);
    const packed = await start(assemble({ root, tiles })).request(addressOf(FIRST));
    expect(packed.headers.get('content-encoding')).toBe('gzip');
  });

  it('a tile of no bytes is an empty one, and isn’t read', async () => {
    const { tile, read } = start(assemble({ root: [entry(FIRST, 0, 0)] }));
    expect(await tile(FIRST)).toEqual([204, '']);
    expect(read).toEqual([[0, HEAD_BYTES]]);
  });

  it('a tile has at most four megabytes', async () => {
    const most = 4 * 1024 * 1024;
    for (const [length, status] of [
      [most, 200],
      [most + 1, 503],
    ] as const) {
      const root = [entry(FIRST, 0, length)];
      const { request, logs } = start(assemble({ root, tiles: Buffer.alloc(length) }));
      expect((await request(addressOf(FIRST))).status).toBe(status);
      expect(logs.map(({ detail }) => detail)).toEqual(
        status === 200 ? [] : ['unavailable: Streets: A tile is too long.'],
      );
    }
  });

  it('an unreadable archive is the store’s fault, any other failure is ours', async () => {
    const archive = assemble({ root: [entry(FIRST, 0, 1)] });
    for (const broken of ['readManifest', 'readRange'] as const) {
      const { request, logs } = start(archive, {
        [broken]: () => Promise.reject(new TypeError('a mistake')),
      });
      expect((await request(addressOf(FIRST))).status).toBe(500);
      expect(logs[0]?.detail).toMatch(/^TypeError/);
    }
    const { request, logs } = start(archive, { readManifest: () => Promise.resolve({}) });
    expect((await request(addressOf(FIRST))).status).toBe(503);
    expect(logs[0]?.detail).toBe("unavailable: The streets' manifest can't be read.");
  });
});

describe('Address of a tile', () => {
  const archive = assemble({ root: [entry(0, 0, 4, 1_000_000_000)], tiles: Buffer.from('tile') });

  it.each(['2/0/0', '2/3/3', '14/0/0', '14/16383/16383', '14/0/16383'])(
    'a tile must be within its area’s zooms and the world: %s',
    async (name) => {
      expect((await start(archive).request(`/streets/alps/${VERSION}/${name}.mvt`)).status).toBe(200);
    },
  );

  it.each([
    'alps/VERSION/1/0/0.mvt',
    'alps/VERSION/15/0/0.mvt',
    'alps/VERSION/2/4/0.mvt',
    'alps/VERSION/2/0/4.mvt',
    'alps/VERSION/2/4/4.mvt',
    'x/alps/VERSION/2/0/0.mvt',
    'alps/VERSION/2/0/0.mvt/x',
    'alps/VERSION/2/0/0.mvtx',
    'alps/VERSION/2/0/0xmvt',
    'manifest.json/x',
    'x/manifest.json',
  ])('other addresses aren’t tiles: %s', async (name) => {
    const { request, read } = start(archive);
    expect((await request(`/streets/${name.replace('VERSION', VERSION)}`)).status).toBe(404);
    expect(read).toEqual([]);
  });
});
