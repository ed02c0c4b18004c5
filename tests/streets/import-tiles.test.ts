import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, zxyToTileId, type Source } from 'pmtiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../functions/node/folder-store.ts';
import { STREETS_PUBLICATION } from '../../functions/files/store.ts';
import { createStreetArchives } from '../../functions/files/street-archives.ts';
import { takeAndorra } from './andorra.ts';

/** Opens the archive with another library. */
function openWithPeers(path: string): PMTiles {
  const file = readFileSync(path);
  const source: Source = {
    getKey: () => path,
    getBytes: (offset, length) =>
      Promise.resolve({ data: Uint8Array.from(file.subarray(offset, offset + length)).buffer }),
  };
  return new PMTiles(source);
}

/** A phone's first view: tiles around the centre of Andorra la Vella, drawn at 512 pixels. */
const CENTRE = { latitude: 42.5075, longitude: 1.5218 };
const PHONE = { width: 390, height: 844 };
/** The picker requests streets this many pixels beyond the view, on each side. */
const AHEAD = 64;
const VIEW = { width: PHONE.width + 2 * AHEAD, height: PHONE.height + 2 * AHEAD };

function listViewTiles(zoom: number, deepest: number): [z: number, x: number, y: number][] {
  const z = Math.min(zoom - 1, deepest);
  const side = 256 * 2 ** (zoom - z);
  const radians = (CENTRE.latitude * Math.PI) / 180;
  const x = ((CENTRE.longitude + 180) / 360) * 2 ** z * side;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z * side;
  const tiles: [number, number, number][] = [];
  for (let column = Math.floor((x - VIEW.width / 2) / side); column * side < x + VIEW.width / 2; column++)
    for (let row = Math.floor((y - VIEW.height / 2) / side); row * side < y + VIEW.height / 2; row++)
      tiles.push([z, column, row]);
  return tiles;
}

describe('Imported archive', () => {
  let streets: Awaited<ReturnType<typeof takeAndorra>>;
  let archive: PMTiles;

  beforeAll(async () => {
    streets = await takeAndorra();
    const path = join(streets.folder, 'andorra', `${streets.areas()[0]!.version}.pmtiles`);
    archive = openWithPeers(path);
  });

  const readTile = async (z: number, x: number, y: number) => {
    const answer = await archive.getZxy(z, x, y);
    return answer === undefined ? null : new VectorTile(new PbfReader(new Uint8Array(answer.data)));
  };

  it('has area, zooms and date', () => {
    expect(streets.areas()).toMatchObject([
      {
        name: 'andorra',
        minZoom: 9,
        maxZoom: 14,
        date: '2025-07-21',
        bounds: [1.412368, 42.4276, 1.787481, 42.65717],
      },
    ]);
    expect(streets.printed.join('')).toContain('Published andorra/');
  });

  it('other libraries can read it, and it has the drawn layers', async () => {
    const tile = await readTile(14, 8261, 6050);
    expect(Object.keys(tile!.layers)).toEqual([
      ...['ground', 'water', 'waterways', 'buildings', 'squares', 'roads', 'road_names', 'water_names'],
      ...['house_numbers', 'stations', 'places'],
    ]);
    const names = tile!.layers['road_names']!;
    const streetNames = Array.from(
      { length: names.length },
      (_, index) => names.feature(index).properties['name'],
    );
    expect(streetNames).toContain('Avinguda Meritxell');
  });

  it.each([14, 15, 16])('a first view at zoom %i needs at most 100 KB', async (zoom) => {
    const { name, version, maxZoom } = streets.areas()[0]!;
    const archives = createStreetArchives(createFolderStore(streets.folder, STREETS_PUBLICATION));
    const sizes = await Promise.all(
      listViewTiles(zoom, maxZoom).map(async ([z, x, y]) => {
        const tile = await archives.readTile(`${name}/${version}.pmtiles`, zxyToTileId(z, x, y));
        return tile === null || tile === 'no archive' ? 0 : tile.bytes.length;
      }),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`zoom ${zoom}: ${sizes.length} tiles, ${(bytes / 1000).toFixed(1)} KB as stored`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(100_000);
  });
});
