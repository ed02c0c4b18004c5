import { fileURLToPath } from 'node:url';
import type { MapTileAddress } from '../../../src/lib/map/map-levels.ts';
import { type MapTile, readMapTile } from '../../../src/lib/map/map-tile.ts';

/** Folder of the offline map's tiles. */
export const TILES_FOLDER = fileURLToPath(new URL('../../../static/basemap/', import.meta.url));

/** Reads a tile in all its steps. */
export function readWhole(bytes: Uint8Array, address: MapTileAddress): MapTile {
  const reading = readMapTile(bytes, address);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}
