import type * as L from '../leaflet.ts';
import { unitsOfPixels, WORLD } from '../../snapshot-format/mercator.ts';
import { type Frame, placeInFrame, type TilePlace, type Box } from '../frame.ts';
import type { Area } from './areas.ts';
import type { StreetTile } from './tile-reader.ts';

/** A tile that was read, and where it lies in a frame. */
export interface PlacedTile extends TilePlace {
  tile: StreetTile;
}

/** The address of a tile; x may lie in another copy of the world. */
export interface TileAddress {
  area: Area;
  zoom: number;
  x: number;
  y: number;
}

/** Tiles are drawn 512 pixels wide: half as many requests for a view as with 256, and no detail that isn't seen. */
const ZOOMS_AHEAD = 1;

/** Pictures are so many CSS pixels wide and high. */
export const PICTURE_PIXELS = 256;
/** So far outside the view streets are painted, in pixels: a finger that drags finds some. */
export const AHEAD_PIXELS = 64;

/** What a map shows, and a little more. */
export function boxOf(map: L.Map): Box {
  const { min, max } = map.getPixelBounds();
  const unit = unitsOfPixels(1, map.getZoom());
  return {
    west: (min!.x - AHEAD_PIXELS) * unit,
    north: (min!.y - AHEAD_PIXELS) * unit,
    east: (max!.x + AHEAD_PIXELS) * unit,
    south: (max!.y + AHEAD_PIXELS) * unit,
  };
}

/** The tiles that a box touches at a zoom of the map, of all areas that lie there. */
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

export function addressOf({ area, zoom, x, y }: TileAddress): string {
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
