import { WORLD } from '#network/snapshot-format/mercator.ts';
import { type Frame, placeInFrame, type TilePlace, type Box } from '../frame.ts';
import type { Area } from './areas.ts';
import type { StreetTile } from './tile-reader.ts';

export interface PlacedTile extends TilePlace {
  tile: StreetTile;
}

/** Position of a tile; x may lie in another copy of the world. */
export interface TileAddress {
  area: Area;
  zoom: number;
  x: number;
  y: number;
}

/**
 * Tiles are drawn 512 pixels wide, so the tiles of the next lower zoom are used: half as many
 * requests per view, and no invisible detail.
 */
const ZOOMS_AHEAD = 1;

/** Width and height of pictures in CSS pixels. */
export const PICTURE_PIXELS = 256;
/** Streets are also painted within this distance of the view, in pixels, so that a drag shows some at once. */
export const AHEAD_PIXELS = 64;

/** The tiles of all areas that a box touches at a zoom of the map. */
export function* tilesFor(areas: readonly Area[], box: Box, mapZoom: number): Generator<TileAddress> {
  for (const area of areas) {
    const zoom = Math.min(area.maxZoom, Math.round(mapZoom) - ZOOMS_AHEAD);
    if (zoom < area.minZoom) continue;
    const side = WORLD / 2 ** zoom;
    for (let copy = Math.floor(box.west / WORLD); copy * WORLD < box.east; copy++) {
      const shift = copy * WORLD;
      const west = Math.max(box.west, area.west + shift);
      const east = Math.min(box.east, area.east + shift);
      const north = Math.max(box.north, area.north);
      const south = Math.min(box.south, area.south);
      for (let x = Math.floor(west / side); x * side < east; x++)
        for (let y = Math.floor(north / side); y * side < south; y++) yield { area, zoom, x, y };
    }
  }
}

export function addressOfTile({ area, zoom, x, y }: TileAddress): string {
  const columns = 2 ** zoom;
  return `${area.folder}${zoom}/${((x % columns) + columns) % columns}/${y}.mvt`;
}

export function placeTile(
  { tile, address: { zoom, x, y } }: { tile: StreetTile; address: TileAddress },
  frame: Frame,
): PlacedTile {
  const side = WORLD / 2 ** zoom;
  return { tile, ...placeInFrame(x * side, y * side, side, frame) };
}
