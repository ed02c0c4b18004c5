import { fileURLToPath } from 'node:url';
import type { MapTileAddress } from '../../../src/lib/map/map-levels.ts';
import { type MapTile, readMapTile } from '../../../src/lib/map/map-tile.ts';
import { finish } from './finish.ts';

/** Folder of the offline map's tiles. */
export const TILES_FOLDER = fileURLToPath(new URL('../../../static/basemap/', import.meta.url));

/** Reads a tile in all its steps. */
export const readWhole = (bytes: Uint8Array, address: MapTileAddress): MapTile =>
  finish(readMapTile(bytes, address));
