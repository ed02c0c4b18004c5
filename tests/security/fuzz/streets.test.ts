import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { createStreetsServer } from '../../../functions/files/serve-streets.ts';
import { findRefusal } from '../../../functions/http/refusal.ts';
import { readPage, GAZETTEER_ROWS_IN_PAGE, writePage } from '#search/gazetteer/format.ts';
import { LINE, POINT, POLYGON } from '#network/vector-tile/read-vector-tile.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { ArchiveError } from '#network/archive/directory.ts';
import type { ArchiveWriter } from '#network/archive/write-archive.ts';
import { checkArchive } from '../../../publisher/streets/check-archive.ts';
import { StreetsError } from '../../../publisher/streets/explain-failure.ts';
import { createCollector, type Collector } from '../../../publisher/streets/search/collect.ts';
import { makeRows } from '../../../publisher/streets/search/write-gazetteer.ts';
import { importTiles } from '../../../publisher/streets/import-tiles.ts';
import { drawn, layer, makeArchive } from '../../streets/made-up-archive.ts';
import { oneOf } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const square = [0, 0, 900, 0, 900, 900, 0, 900];
const TILE = [
  layer('streets', drawn(LINE, [[0, 0, 900, 100, 4096, 0]], { kind: 'primary' })),
  layer(
    'street_labels',
    drawn(LINE, [[0, 0, 4096, 0]], { kind: 'primary', name: 'Carrer Nou', name_en: 'New Street' }),
  ),
  layer('land', drawn(POLYGON, [square], { kind: 'forest' })),
  layer('addresses', drawn(POINT, [[5, 5]], { housenumber: '12' })),
  layer('place_labels', drawn(POINT, [[50, 50]], { kind: 'town', name: 'Vila Nova', population: 5000 })),
  layer('pois', drawn(POINT, [[70, 50]], { amenity: 'school', name: 'Escola' })),
];

/** Damage to an archive. */
interface Harm {
  changes?: { at: number; value: number }[];
  /** The first directory, uncompressed: huge counts, steps and lengths. */
  directory?: Uint8Array;
  /** Length of the first directory, uncompressed. */
  bomb?: number;
  /** The share of the file that remains. */
  share?: number;
}

/** Each archive has nine tiles before the damage. */
async function makeHarm() {
  const tiles = Object.fromEntries(Array.from({ length: 9 }, (_, x) => [`14/${8256 + x}/6050`, TILE]));
  const whole = readFileSync(await makeArchive({ tiles }));
  // Changes in padding have no effect.
  const places = [...whole.keys()].filter((at) => at < 220 || at >= 16_384);
  const change = fc.record({ at: fc.constantFrom(...places), value: fc.nat(255) });
  const inputs = oneOf<Harm>(
    [12, fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 6 }) })],
    [12, fc.record({ directory: fc.uint8Array({ minLength: 1, maxLength: 60 }) })],
    [4, fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }) })],
    [1, fc.record({ bomb: fc.constantFrom(1e5, 2e7) })],
  );
  const bombs = new Map([1e5, 2e7].map((length) => [length, gzipSync(Buffer.alloc(length, 1))]));
  const harm = ({ changes = [], directory, bomb, share = 1 }: Harm): Buffer => {
    const packed = directory === undefined ? bombs.get(bomb ?? 0) : gzipSync(directory, { level: 1 });
    const bytes = Buffer.concat([whole, packed ?? new Uint8Array()]).subarray(
      0,
      whole.length * share + (packed?.length ?? 0),
    );
    for (const { at, value } of changes) bytes[at] = value;
    if (packed === undefined) return bytes;
    bytes.writeBigUInt64LE(BigInt(packed.length), 16);
    if (directory === undefined) bytes.writeBigUInt64LE(BigInt(whole.length), 8);
    else bytes.set(packed, 127);
    return bytes;
  };
  return { inputs, harm };
}

/** Checks that every collected name is a row, and that every row can be read. */
function readBack(collector: Collector): void {
  const { rows } = makeRows(collector.collected());
  for (let from = 0; from < rows.length; from += GAZETTEER_ROWS_IN_PAGE) {
    const page = rows.slice(from, from + GAZETTEER_ROWS_IN_PAGE);
    const read = readPage(JSON.parse(JSON.stringify(writePage(page))));
    expect(read.map(({ key, kind }) => [key, kind])).toEqual(page.map(({ key, kind }) => [key, kind]));
  }
}

describe('Fuzzing: archive of streets', PATIENCE, () => {
  // Proves: security/hostile-archives.
  it('a hostile archive is served or is a fault', async () => {
    const version = '0123456789abcdef';
    const manifest = {
      ...{ format: 1, version, minZoom: 9, maxZoom: 14, attribution: '' },
      areas: [{ name: 'a', version, bounds: [1, 42, 2, 43], minZoom: 9, maxZoom: 14, date: null }],
    };
    const { inputs, harm } = await makeHarm();
    await sendThrough('tiles of an archive', inputs, async (input) => {
      const archive = harm(input);
      const { serve } = createStreetsServer(
        {
          cacheMs: 1,
          // A truncated file returns fewer bytes, which a store checks.
          read: (_, range) =>
            Promise.resolve(
              range === undefined
                ? new TextEncoder().encode(JSON.stringify(manifest))
                : Uint8Array.from(archive.subarray(range.offset, range.offset + range.length)),
            ),
        },
        () => 0,
      );
      for (const x of [8256, 8260]) {
        const request = new Request(`https://x.example/streets/a/${version}/14/${x}/6050.mvt`);
        const answer = await serve(request).catch((error: unknown) => {
          const refusal = findRefusal(error);
          if (refusal === null) throw error;
          return new Response(null, { status: refusal.status });
        });
        expect([200, 204, 503]).toContain(answer.status);
      }
    });
  });

  it('a hostile archive is imported or refused with a sentence', async () => {
    const writer: ArchiveWriter = {
      add: (tile, run, bytes) => {
        expect([tile, run, bytes.length].every((value) => value > 0)).toBe(true);
        return Promise.resolve();
      },
      finish: () => Promise.reject(new Error('not here')),
      close: () => Promise.resolve(),
    };
    const { inputs, harm } = await makeHarm();
    await sendThrough('archives taken over', inputs, async (input) => {
      const archive = harm(input);
      const read = (offset: number, length: number) =>
        offset + length > archive.length
          ? Promise.reject(new StreetsError('cut off'))
          : Promise.resolve(Uint8Array.from(archive.subarray(offset, offset + length)));
      const file = { path: 'x', bytes: archive.length, read, close: () => Promise.resolve() };
      try {
        const checked = await checkArchive(file);
        const collector = createCollector(checked.schema);
        await importTiles(file, checked, writer, collector, () => undefined);
        readBack(collector);
      } catch (error) {
        if (!(error instanceof StreetsError || error instanceof ArchiveError)) throw error;
      }
    });
  });

  it('tiles may contain anything', async () => {
    const whole = writeVectorTile(TILE);
    const change = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) });
    const tiles = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) => {
        const bytes = Uint8Array.from(whole);
        for (const { at, value } of changes) bytes[at] = value;
        return bytes;
      }),
    );
    const source = readFileSync(await makeArchive());
    const checked = await checkArchive({
      path: 'x',
      bytes: source.length,
      read: (offset, length) => Promise.resolve(Uint8Array.from(source.subarray(offset, offset + length))),
      close: () => Promise.resolve(),
    });
    let counted = 0;
    await sendThrough('tiles taken over', tiles, async (tile) => {
      const packed = gzipSync(tile, { level: 1 });
      const root = {
        tiles: Float64Array.of(zxyToTileId(14, 8261, 6050)),
        runs: Uint32Array.of(1),
        lengths: Uint32Array.of(packed.length),
        offsets: Float64Array.of(0),
      };
      const file = {
        path: 'x',
        bytes: packed.length,
        read: () => Promise.resolve(Uint8Array.from(packed)),
        close: () => Promise.resolve(),
      };
      const archive = { ...checked, head: { ...checked.head, root } };
      const writer = { add: () => Promise.resolve() } as unknown as ArchiveWriter;
      const collector = createCollector(archive.schema);
      const taken = await importTiles(file, archive, writer, collector, () => undefined);
      readBack(collector);
      expect(taken.read).toBe(1);
      counted += taken.bad;
    });
    // Each of these was omitted and counted.
    expect(counted).toBeGreaterThan(INPUTS / 10);
  });
});
