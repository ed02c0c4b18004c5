import {
  type BaseMapFile,
  type FileSquare,
  LAND_LEVEL,
  PLACES_LEVEL,
  readBaseMapFile,
} from './base-map-file.ts';
import { inSlices } from './in-slices.ts';
import { WORLD } from '../snapshot-format/mercator.ts';

/** From this zoom on the files of land are drawn; until then the file of the world is as good. */
export const LAND_ZOOM = 6;
/** From this zoom on villages are named. */
export const PLACES_ZOOM = 10;

/** A square of a file that a view shows, in one of the world's copies. */
export interface LoadedSquare {
  /** Units between the world and that copy. */
  worldOffset: number;
  file: BaseMapFile;
}

export interface BaseMapParts {
  world: BaseMapFile | null;
  land: LoadedSquare[];
  places: LoadedSquare[];
  /** Whether the land of the whole view is there, so that the world's isn't needed. */
  landComplete: boolean;
  /** Whether all is there that the view shows. */
  complete: boolean;
}

/** Units; x may lie in other copies of the world. */
export interface ViewBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

export interface BaseMapLoader {
  /** Whether the world is there, without which there is nothing to paint; if not, it is sent for. */
  hasWorld(): boolean;
  /** What is there for a view; what is missing is sent for, and `onload` called when it has come. */
  partsFor(view: ViewBox, zoom: number): BaseMapParts;
  destroy(): void;
}

/** What a file has: all of the world in outline, the land of a square, or its villages alone. */
export type FileKind = 'world' | 'land' | 'places';

const NOTHING = { loaded: [], complete: true };
const WORLD_FILE = 'world.bin';
/** A file that failed is asked for again by views after this time. */
const RETRY_AFTER_MS = 30_000;

/**
 * Fetches the files of the base map as views need them.
 * @param address folder of the files, with a slash at its end
 * @param onload called whenever a file has come, with what it brought
 */
export function createBaseMapLoader(
  address: string,
  onload: (brought: FileKind) => void,
  fetchFile: (address: string, request: RequestInit) => Promise<Response>,
): BaseMapLoader {
  const files = new Map<string, BaseMapFile | 'coming'>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  const leaving = new AbortController();

  function take(name: string): BaseMapFile | null {
    const known = files.get(name);
    if (!known) {
      files.set(name, 'coming');
      void load(name);
    }
    return known === undefined || known === 'coming' ? null : known;
  }

  async function load(name: string): Promise<void> {
    try {
      // The points matter more than the land below them.
      const answer = await fetchFile(address + name, { signal: leaving.signal, priority: 'low' });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      files.set(name, await inSlices(readBaseMapFile(new Uint8Array(await answer.arrayBuffer()))));
    } catch {
      // Without the file the map is plainer, and still a map.
      if (!leaving.signal.aborted) retries.add(setTimeout(() => files.delete(name), RETRY_AFTER_MS));
      return;
    }
    if (!leaving.signal.aborted)
      onload(name === WORLD_FILE ? 'world' : name.startsWith('land/') ? 'land' : 'places');
  }

  /** The squares of a kind that a view touches, and which of them are there. */
  function squaresFor(kind: 'land' | 'places', listed: readonly FileSquare[], level: number, view: ViewBox) {
    const side = WORLD / 2 ** level;
    const loaded: LoadedSquare[] = [];
    let complete = true;
    for (let copy = Math.floor(view.west / WORLD); copy * WORLD < view.east; copy++) {
      const worldOffset = copy * WORLD;
      for (const { column, row } of listed) {
        const west = column * side + worldOffset;
        const north = row * side;
        if (west > view.east || west + side < view.west || north > view.south || north + side < view.north)
          continue;
        const file = take(`${kind}/${column}-${row}.bin`);
        if (file) loaded.push({ worldOffset, file });
        else complete = false;
      }
    }
    return { loaded, complete };
  }

  return {
    hasWorld: () => take(WORLD_FILE) !== null,
    partsFor(view, zoom) {
      const world = take(WORLD_FILE);
      if (!world || zoom < LAND_ZOOM)
        return { world, land: [], places: [], landComplete: false, complete: world !== null };
      const land = squaresFor('land', world.landFiles, LAND_LEVEL, view);
      const places =
        zoom < PLACES_ZOOM ? NOTHING : squaresFor('places', world.placeFiles, PLACES_LEVEL, view);
      return {
        world,
        land: land.loaded,
        places: places.loaded,
        landComplete: land.complete,
        complete: land.complete && places.complete,
      };
    },
    destroy() {
      leaving.abort();
      for (const retry of retries) clearTimeout(retry);
    },
  };
}
