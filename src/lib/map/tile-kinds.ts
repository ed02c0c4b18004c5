import { MAP_TILES } from './compiled/map-tiles.ts';
import type { MapLevel, MapTileAddress } from './map-levels.ts';

/** What a tile is: water or land alone, without names or borders, has no file. */
export type MapTileKind = 'water' | 'land' | 'file';

const KINDS: Readonly<Record<string, MapTileKind>> = { w: 'water', l: 'land', f: 'file' };

const known = new Map<MapLevel, MapTileKind[]>();

/** Tells what a tile is without asking for it. */
export function kindOf({ level, column, row }: MapTileAddress): MapTileKind {
  let kinds = known.get(level);
  if (kinds === undefined) known.set(level, (kinds = [...readRuns(MAP_TILES[level])]));
  return kinds[row * 2 ** level + column] ?? 'water';
}

/** Runs of tiles of one kind, row by row from the north-west: a letter, and how many where that isn't one. */
function* readRuns(runs: string): Generator<MapTileKind> {
  for (const [, letter = '', count] of runs.matchAll(/([a-z])(\d*)/g))
    for (let left = Number(count || 1); left > 0; left--) yield KINDS[letter] ?? 'water';
}
