import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PMTiles, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { createFolderStore } from '../../functions/node/folder-store.ts';
import { STREETS_PUBLICATION } from '../../functions/files/store.ts';
import { createStreetArchives } from '../../functions/files/street-archives.ts';
import { createRandom, pickWhole } from '../../sandbox/network/random.ts';
import { createArchive } from '#network/archive/write-archive.ts';
import { makeFolder } from '../temporary-folder.ts';

const FIRST = zxyToTileId(14, 0, 0);
const CONTENTS = { minZoom: 14, maxZoom: 14, bounds: [1, 42, 2, 43], metadata: {} } as const;

/** Writes an archive whose tiles contain these texts. */
async function write(tiles: Iterable<readonly [tile: number, run: number, text: string]>) {
  const folder = makeFolder();
  const path = join(folder, 'a.pmtiles');
  const writer = await createArchive(path);
  for (const [tile, run, text] of tiles) await writer.add(tile, run, gzipSync(text, { level: 1 }));
  const written = await writer.finish(CONTENTS);
  await writer.close();
  const file = readFileSync(path);
  const peer = new PMTiles({
    getKey: () => path,
    getBytes: (offset, length) =>
      Promise.resolve({ data: Uint8Array.from(file.subarray(offset, offset + length)).buffer }),
  });
  return { written, peer, file, ours: createStreetArchives(createFolderStore(folder, STREETS_PUBLICATION)) };
}

describe('Archive of a country', () => {
  it('other libraries and the function find each tile in its leaf directories', async () => {
    // Gaps of random length, so that the directory doesn't compress well.
    const random = createRandom(1);
    const places = Array.from(
      { length: 30_000 },
      (_, index) => FIRST + index * 900 + pickWhole(random, 0, 800),
    );
    const { peer, ours } = await write(
      places.map((tile) => [tile, 1, `tile ${tile}`.repeat((tile % 97) + 1)]),
    );
    const header = await peer.getHeader();
    expect(header.leafDirectoryLength).toBeGreaterThan(0);
    expect(header).toMatchObject({ numAddressedTiles: 30_000, clustered: true, minZoom: 14, maxZoom: 14 });
    for (const tile of [places[0]!, places[12_345]!, places.at(-1)!]) {
      const found = await ours.readTile('a.pmtiles', tile);
      expect(found).not.toBeNull();
      expect(Buffer.from((found as { bytes: Uint8Array }).bytes)).toEqual(
        gzipSync(`tile ${tile}`.repeat((tile % 97) + 1), { level: 1 }),
      );
      expect(await ours.readTile('a.pmtiles', tile + 1)).toBeNull();
    }
    const [z, x, y] = tileIdToZxy(places[20_000]!);
    const text = new TextDecoder().decode((await peer.getZxy(z, x, y))!.data);
    expect(text).toContain(`tile ${places[20_000]}`);
  });

  it('stores equal tiles once, as a run or as another entry', async () => {
    const { peer, ours, file } = await write([
      [FIRST, 3, 'sea'],
      [FIRST + 3, 1, 'sea'],
      [FIRST + 4, 1, 'land'],
      [FIRST + 9, 1, 'sea'],
    ]);
    expect(await peer.getHeader()).toMatchObject({
      numAddressedTiles: 6,
      numTileEntries: 3,
      numTileContents: 2,
    });
    for (const tile of [0, 2, 3, 9]) {
      const found = (await ours.readTile('a.pmtiles', FIRST + tile)) as { bytes: Uint8Array };
      expect(Buffer.from(found.bytes)).toEqual(gzipSync('sea', { level: 1 }));
    }
    expect(await ours.readTile('a.pmtiles', FIRST + 5)).toBeNull();
    expect(file.length).toBeLessThan(17_000);
  });

  it('its version depends on its content', async () => {
    const version = async (text: string) => (await write([[FIRST, 1, text]])).written.version;
    expect(await version('sea')).toBe(await version('sea'));
    expect(await version('sea')).not.toBe(await version('land'));
  });
});
