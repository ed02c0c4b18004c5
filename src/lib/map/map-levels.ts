import { WORLD } from '#network/snapshot-format/mercator.ts';

/** Tile levels of the offline map, each with the zoom from which it is drawn. Few levels, so that a view needs few requests. */
export const MAP_LEVELS = [
  { level: 2, fromZoom: 0 },
  { level: 4, fromZoom: 6 },
  { level: 6, fromZoom: 9 },
] as const;
export type MapLevel = (typeof MAP_LEVELS)[number]['level'];

/** Width and height of a tile after reading, whatever the extent of its layers. */
export const TILE_UNITS = 4096;

/** Position of a tile in its level, in the first copy of the world. */
export interface MapTileAddress {
  level: MapLevel;
  column: number;
  row: number;
}

/** Width of a tile in Mercator units. */
export const sideOf = (level: MapLevel): number => WORLD / 2 ** level;

/** Returns the level drawn at a zoom. */
export function levelAt(zoom: number): MapLevel {
  return MAP_LEVELS.findLast(({ fromZoom }) => zoom >= fromZoom)?.level ?? MAP_LEVELS[0].level;
}
