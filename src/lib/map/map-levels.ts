import { WORLD } from '../snapshot-format/mercator.ts';

/** The levels of tiles that the offline map has, and the zoom from which each is drawn. Few, so that a view takes few requests. */
export const MAP_LEVELS = [
  { level: 2, fromZoom: 0 },
  { level: 4, fromZoom: 6 },
  { level: 6, fromZoom: 9 },
] as const;
export type MapLevel = (typeof MAP_LEVELS)[number]['level'];

/** A tile is so many units wide and high, whatever extent its layers were written with. */
export const TILE_UNITS = 4096;

/** A tile of a level; in the first copy of the world. */
export interface MapTileAddress {
  level: MapLevel;
  column: number;
  row: number;
}

/** Units along a tile's side. */
export const sideOf = (level: MapLevel): number => WORLD / 2 ** level;

/** The level that is drawn at a zoom. */
export function levelAt(zoom: number): MapLevel {
  return MAP_LEVELS.findLast(({ fromZoom }) => zoom >= fromZoom)?.level ?? MAP_LEVELS[0].level;
}
