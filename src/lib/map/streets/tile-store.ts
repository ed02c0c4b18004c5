import type { StreetTile } from './tile-reader.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const PATIENCE_MS = 15_000;
/** What failed is asked for again by views after this time. */
const RETRY_AFTER_MS = 30_000;
/** After so many failures in a row nothing is asked for until then. */
const MAX_FAILURES = 4;
/** Tiles that are kept beside those of the view. */
const KEPT_TILES = 12;
const MEDIA_TYPE = /^application\/(vnd\.mapbox-vector-tile|x-protobuf)\b/;

export interface TileStore {
  /** A tile; null: there is none, or none to be had; undefined: it is on its way. */
  take(address: string): StreetTile | null | undefined;
  /** Tells which are in view: those are kept and waited for. */
  keep(addresses: ReadonlySet<string>): void;
  destroy(): void;
}

/**
 * Fetches street tiles and keeps some.
 * @param read decodes one
 * @param onsettle a tile has come, or won't
 * @param ongone a tile isn't where it was: streets were taken away, or published anew
 */
export function createTileStore(
  fetchTile: (address: string, request: RequestInit) => Promise<Response>,
  read: (bytes: Uint8Array) => Promise<StreetTile>,
  onsettle: () => void,
  ongone: () => void,
): TileStore {
  const tiles = new Map<string, StreetTile | null>();
  const coming = new Map<string, AbortController>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  let failures = 0;

  async function load(address: string, leaving: AbortController): Promise<void> {
    const timer = setTimeout(() => leaving.abort(), PATIENCE_MS);
    try {
      // The points matter more than the streets below them.
      const answer = await fetchTile(address, { signal: leaving.signal, priority: 'low' });
      if (answer.status === 404 || answer.status === 410) {
        tiles.set(address, null);
        ongone();
      } else if (answer.status === 204) tiles.set(address, null);
      else {
        if (!answer.ok || !MEDIA_TYPE.test(answer.headers.get('content-type') ?? ''))
          throw new TypeError('no street tile');
        tiles.set(address, await read(await readBytes(answer)));
      }
      failures = 0;
    } catch {
      // Left on purpose where nobody waits for it any more.
      if (coming.get(address) !== leaving) return;
      failures++;
      giveUpFor(address);
    } finally {
      clearTimeout(timer);
      if (coming.get(address) === leaving) {
        coming.delete(address);
        onsettle();
      }
    }
  }

  /** Without the tile there is the map of the world. */
  function giveUpFor(address: string): void {
    tiles.set(address, null);
    const retry = setTimeout(() => {
      retries.delete(retry);
      tiles.delete(address);
      failures = 0;
    }, RETRY_AFTER_MS);
    retries.add(retry);
  }

  return {
    take(address) {
      const tile = tiles.get(address);
      if (tile !== undefined) {
        // The last used last: the first go when there are too many.
        tiles.delete(address);
        tiles.set(address, tile);
      } else if (failures >= MAX_FAILURES) {
        giveUpFor(address);
        return null;
      } else if (!coming.has(address)) {
        const leaving = new AbortController();
        coming.set(address, leaving);
        void load(address, leaving);
      }
      return tile;
    },
    keep(addresses) {
      for (const [address, leaving] of coming) {
        if (addresses.has(address)) continue;
        coming.delete(address);
        leaving.abort();
      }
      let left = tiles.size - addresses.size - KEPT_TILES;
      for (const [address, tile] of tiles) {
        if (left <= 0) break;
        if (addresses.has(address) || tile === null) continue;
        tiles.delete(address);
        left--;
      }
    },
    destroy() {
      for (const leaving of coming.values()) leaving.abort();
      coming.clear();
      for (const retry of retries) clearTimeout(retry);
    },
  };
}

/** Reads an answer to its end, or until it is too long: a few bytes can unpack into gigabytes. */
async function readBytes(answer: Response): Promise<Uint8Array> {
  let left = MAX_BYTES;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.length;
      if (left < 0) throw new RangeError('a street tile of too many bytes');
      controller.enqueue(piece);
    },
  });
  return new Uint8Array(await new Response(answer.body!.pipeThrough(bounded)).arrayBuffer());
}
