import { WORLD } from '../snapshot-format/mercator.ts';
import type { Box } from './frame.ts';
import { inSlices } from './in-slices.ts';
import { levelAt, MAP_LEVELS, type MapLevel, type MapTileAddress, sideOf } from './map-levels.ts';
import { type MapTile, readMapTile } from './map-tile.ts';
import { MAP_TILES } from './compiled/map-tiles.ts';

/** A tile that is there. */
export interface LoadedTile {
  address: MapTileAddress;
  /** Units between the world and the copy of it that the view shows. */
  worldOffset: number;
  /** null: all of it is land, without a name. */
  tile: MapTile | null;
  /** What it stands for: less than all of it where it stands in for a finer one that isn't there. */
  box: Box;
  isStandIn: boolean;
}

export interface BaseMapParts {
  tiles: LoadedTile[];
  /** Whether all is there that the view shows. */
  complete: boolean;
}

export interface BaseMapLoader {
  /** What is there for a view; what is missing is sent for, and `onload` called when it has come. */
  partsFor(view: Box, zoom: number): BaseMapParts;
  destroy(): void;
}

/** From the whole world down. */
const LEVELS = MAP_LEVELS.map(({ level }) => level);
const COARSEST = LEVELS[0]!;
/** A tile that failed is asked for again by views after this time. */
const RETRY_AFTER_MS = 30_000;

/**
 * Fetches tiles of the offline map as views need them.
 * @param address folder of the tiles, with a slash at its end
 * @param onload called whenever a tile has come, with its level
 */
export function createBaseMapLoader(
  address: string,
  onload: (level: MapLevel) => void,
  fetchFile: (address: string, request: RequestInit) => Promise<Response>,
): BaseMapLoader {
  const tiles = new Map<string, MapTile | 'coming' | 'failed'>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  const leaving = new AbortController();

  const find = (tile: MapTileAddress): MapTile | null => {
    const known = tiles.get(nameOf(tile));
    return typeof known === 'object' ? known : null;
  };

  /** @returns whether it is on its way */
  function sendFor(tile: MapTileAddress): boolean {
    const name = nameOf(tile);
    const known = tiles.get(name);
    if (known === undefined) {
      tiles.set(name, 'coming');
      void load(tile, name);
    }
    return known === undefined || known === 'coming';
  }

  async function load(tile: MapTileAddress, name: string): Promise<void> {
    try {
      // The points matter more than the land below them.
      const answer = await fetchFile(address + name, { signal: leaving.signal, priority: 'low' });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      tiles.set(name, await inSlices(readMapTile(new Uint8Array(await answer.arrayBuffer()), tile)));
    } catch {
      if (leaving.signal.aborted) return;
      // Without the tile the map is plainer, and still a map.
      tiles.set(name, 'failed');
      retries.add(setTimeout(() => tiles.delete(name), RETRY_AFTER_MS));
    }
    if (!leaving.signal.aborted) onload(tile.level);
  }

  /** What can be shown of a square whose own tile isn't there: of a coarser one, or of finer ones. */
  function standIns(square: Square): LoadedTile[] {
    const { address: missing, worldOffset, box } = square;
    for (const level of LEVELS.filter((each) => each < missing.level).reverse()) {
      const coarser = coarserThan(missing, level);
      const kind = kindOf(coarser);
      if (kind === 'water') return [];
      const tile = find(coarser);
      if (tile !== null || kind === 'land')
        return [{ address: coarser, worldOffset, tile, box, isStandIn: true }];
    }
    const level = LEVELS.find((each) => each > missing.level);
    if (level === undefined) return [];
    const times = 2 ** (level - missing.level);
    return Array.from({ length: times * times }, (_, at) => ({
      level,
      column: missing.column * times + (at % times),
      row: missing.row * times + Math.floor(at / times),
    })).flatMap((finer) => {
      const part = { address: finer, worldOffset, box: boxOf(finer, worldOffset) };
      return find(finer) === null ? standIns(part) : (shown(part) ?? []);
    });
  }

  /** @returns null where the square's own tile isn't there */
  function shown({ address: own, worldOffset, box }: Square): LoadedTile[] | null {
    const kind = kindOf(own);
    if (kind === 'water') return [];
    const tile = find(own);
    return tile === null && kind === 'file'
      ? null
      : [{ address: own, worldOffset, tile, box, isStandIn: false }];
  }

  return {
    partsFor(view, zoom) {
      const level = levelAt(zoom);
      const parts: BaseMapParts = { tiles: [], complete: true };
      let areComing = false;
      for (const square of squaresIn(view, level)) {
        const there = shown(square);
        if (there === null) {
          parts.complete = false;
          areComing = sendFor(square.address) || areComing;
        }
        parts.tiles.push(...(there ?? standIns(square)));
      }
      // Whoever goes away from here next sees more than water; and so does who can't have the finer ones.
      if (!areComing)
        for (const { address: coarse } of squaresIn(view, COARSEST))
          if (kindOf(coarse) === 'file') sendFor(coarse);
      return parts;
    },
    destroy() {
      leaving.abort();
      for (const retry of retries) clearTimeout(retry);
    },
  };
}

type Square = Pick<LoadedTile, 'address' | 'worldOffset' | 'box'>;

const nameOf = ({ level, column, row }: MapTileAddress) => `${level}/${column}-${row}.mvt`;

function coarserThan({ level, column, row }: MapTileAddress, coarser: MapLevel): MapTileAddress {
  const shift = level - coarser;
  return { level: coarser, column: column >> shift, row: row >> shift };
}

function boxOf({ level, column, row }: MapTileAddress, worldOffset: number): Box {
  const side = sideOf(level);
  const [west, north] = [column * side + worldOffset, row * side];
  return { west, north, east: west + side, south: north + side };
}

/** The squares of a level that a view touches. */
function* squaresIn({ west, north, east, south }: Box, level: MapLevel): Generator<Square> {
  const side = sideOf(level);
  const columns = 2 ** level;
  for (let row = Math.max(0, Math.floor(north / side)); row < columns && row * side < south; row++) {
    for (let at = Math.floor(west / side); at * side < east; at++) {
      const copy = Math.floor(at / columns);
      const address = { level, column: at - copy * columns, row };
      const worldOffset = copy * WORLD;
      yield { address, worldOffset, box: boxOf(address, worldOffset) };
    }
  }
}

/** What a tile is: water or land alone, without names or borders, has no file. */
type MapTileKind = 'water' | 'land' | 'file';

const KINDS: Readonly<Record<string, MapTileKind>> = { w: 'water', l: 'land', f: 'file' };

const kindsOfLevels = new Map<MapLevel, MapTileKind[]>();

/** Tells what a tile is without asking for it. */
export function kindOf({ level, column, row }: MapTileAddress): MapTileKind {
  let kinds = kindsOfLevels.get(level);
  if (kinds === undefined) kindsOfLevels.set(level, (kinds = [...readRuns(MAP_TILES[level])]));
  return kinds[row * 2 ** level + column] ?? 'water';
}

/** Runs of tiles of one kind, row by row from the north-west: a letter, and how many where that isn't one. */
function* readRuns(runs: string): Generator<MapTileKind> {
  for (const [, letter = '', count] of runs.matchAll(/([a-z])(\d*)/g))
    for (let left = Number(count || 1); left > 0; left--) yield KINDS[letter] ?? 'water';
}
