import { WORLD } from '#network/snapshot-format/mercator.ts';
import type { Box } from './frame.ts';
import { inSlices } from '#async/in-slices.ts';
import { levelAt, MAP_LEVELS, type MapLevel, type MapTileAddress, sideOf } from './map-levels.ts';
import { type MapTile, readMapTile } from './map-tile.ts';
import { MAP_TILES } from './compiled/map-tiles.ts';

export interface LoadedTile {
  address: MapTileAddress;
  /** Offset of the visible copy of the world from the first one, in units. */
  worldOffset: number;
  /** null if all of it is land without names. */
  tile: MapTile | null;
  /**
   * The area to draw it in: smaller than the tile if it replaces a finer one that hasn't loaded.
   */
  box: Box;
  isStandIn: boolean;
}

export interface BaseMapParts {
  tiles: LoadedTile[];
  /** Squares whose tile hasn't loaded, drawn as land below what replaces it: an empty map must not look like the sea. */
  missing: Box[];
  /** Whether all tiles of the view have loaded. */
  complete: boolean;
}

/** The coarsest first. */
const LEVELS = MAP_LEVELS.map(({ level }) => level);
const COARSEST = LEVELS[0]!;
/** A tile that failed is requested again by the first view after this time. */
const RETRY_AFTER_MS = 30_000;

/**
 * Fetches tiles of the offline map on demand.
 * @param address folder of the tiles, with a trailing slash
 * @param onload called with a tile's level whenever one has loaded or failed
 */
export function createBaseMapLoader(
  address: string,
  onload: (level: MapLevel) => void,
  fetchFile: (address: string, request: RequestInit) => Promise<Response>,
) {
  const tiles = new Map<string, MapTile | 'loading' | 'failed'>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  const aborter = new AbortController();

  const find = (tile: MapTileAddress): MapTile | null => {
    const found = tiles.get(nameOf(tile));
    return typeof found === 'object' ? found : null;
  };

  /** Requests a tile unless it has already been requested. @returns whether it is loading */
  function requestTile(tile: MapTileAddress): boolean {
    const name = nameOf(tile);
    const state = tiles.get(name);
    if (state === undefined) {
      tiles.set(name, 'loading');
      void load(tile, name);
    }
    return state === undefined || state === 'loading';
  }

  async function load(tile: MapTileAddress, name: string): Promise<void> {
    try {
      // The points are more important than the land below them.
      const response = await fetchFile(address + name, { signal: aborter.signal, priority: 'low' });
      if (!response.ok) throw new Error(`${address}${name} answers ${response.status}.`);
      tiles.set(name, await inSlices(readMapTile(new Uint8Array(await response.arrayBuffer()), tile)));
    } catch {
      if (aborter.signal.aborted) return;
      // Without the tile the map shows less detail, but works.
      tiles.set(name, 'failed');
      retries.add(setTimeout(() => tiles.delete(name), RETRY_AFTER_MS));
    }
    if (!aborter.signal.aborted) onload(tile.level);
  }

  /** Finds what to draw for a square whose own tile hasn't loaded: a part of a coarser one, or finer ones. */
  function standIns(square: Square): LoadedTile[] {
    const { address: missing, worldOffset, box } = square;
    for (const level of LEVELS.filter((each) => each < missing.level).reverse()) {
      const coarser = coarserThan(missing, level);
      const kind = kindOfTile(coarser);
      if (kind === 'water') return [];
      const tile = find(coarser);
      if (tile !== null || kind === 'land')
        return [{ address: coarser, worldOffset, tile, box, isStandIn: true }];
    }
    const level = LEVELS.find((each) => each > missing.level);
    if (level === undefined) return [];
    return [...squaresIn(box, level)].flatMap((finer) =>
      find(finer.address) === null ? standIns(finer) : (shown(finer) ?? []),
    );
  }

  /** Returns the square's own tile, empty for water; null if it hasn't loaded. */
  function shown({ address: own, worldOffset, box }: Square): LoadedTile[] | null {
    const kind = kindOfTile(own);
    if (kind === 'water') return [];
    const tile = find(own);
    return tile === null && kind === 'file'
      ? null
      : [{ address: own, worldOffset, tile, box, isStandIn: false }];
  }

  return {
    /** Returns the loaded tiles for a view and requests missing ones, for which `onload` is called later. */
    partsFor(view: Box, zoom: number): BaseMapParts {
      const level = levelAt(zoom);
      const parts: BaseMapParts = { tiles: [], missing: [], complete: true };
      let areLoading = false;
      for (const square of squaresIn(view, level)) {
        const loaded = shown(square);
        if (loaded === null) {
          parts.complete = false;
          if (!isInWater(square.address)) parts.missing.push(square.box);
          areLoading = requestTile(square.address) || areLoading;
        }
        parts.tiles.push(...(loaded ?? standIns(square)));
      }
      // With the coarsest tiles, the next view shows more than water, as does this one if its own tiles failed.
      if (!areLoading)
        for (const { address: coarse } of squaresIn(view, COARSEST))
          if (kindOfTile(coarse) === 'file') requestTile(coarse);
      return parts;
    },
    destroy(): void {
      aborter.abort();
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

/** Whether a tile lies in a coarser one without any land. */
const isInWater = (address: MapTileAddress) =>
  LEVELS.some((level) => level < address.level && kindOfTile(coarserThan(address, level)) === 'water');

function* squaresIn({ west, north, east, south }: Box, level: MapLevel): Generator<Square> {
  const side = sideOf(level);
  const columns = 2 ** level;
  for (let row = Math.max(0, Math.floor(north / side)); row < columns && row * side < south; row++) {
    for (let at = Math.floor(west / side); at * side < east; at++) {
      const copy = Math.floor(at / columns);
      const address = { level, column: at - copy * columns, row };
      const [left, top] = [at * side, row * side];
      const box = { west: left, north: top, east: left + side, south: top + side };
      yield { address, worldOffset: copy * WORLD, box };
    }
  }
}

/** A tile's kind: one that is all water or all land, without names or borders, has no file. */
type MapTileKind = 'water' | 'land' | 'file';

const KINDS: Readonly<Record<string, MapTileKind>> = { w: 'water', l: 'land', f: 'file' };

const kindsOfLevels = new Map<MapLevel, MapTileKind[]>();

/** Returns a tile's kind without a request. */
export function kindOfTile({ level, column, row }: MapTileAddress): MapTileKind {
  let kinds = kindsOfLevels.get(level);
  if (kinds === undefined) kindsOfLevels.set(level, (kinds = [...readRuns(MAP_TILES[level])]));
  return kinds[row * 2 ** level + column] ?? 'water';
}

/** Decodes runs of tiles of one kind, row by row from the north-west: a letter, and the run's length unless that is 1. */
function* readRuns(runs: string): Generator<MapTileKind> {
  for (const [, letter = '', count] of runs.matchAll(/([a-z])(\d*)/g))
    for (let left = Number(count || 1); left > 0; left--) yield KINDS[letter] ?? 'water';
}
