import type { StreetTile } from './tile-reader.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const PATIENCE_MS = 15_000;
/** A tile that failed is requested again by the first view after this time. */
const RETRY_AFTER_MS = 30_000;
/** After this many consecutive failures, no tile is requested until a retry is due. */
const MAX_FAILURES = 4;
/** Number of cached tiles in addition to the tiles in view. */
const MAX_TILES = 12;
const MEDIA_TYPE = /^application\/(vnd\.mapbox-vector-tile|x-protobuf)\b/;

/**
 * Fetches street tiles and caches some.
 * @param read decodes a tile
 * @param onsettle called when a tile has loaded or failed
 * @param ongone called when a tile isn't found: streets were removed or published again
 */
export function createTileStore(
  fetchTile: (address: string, request: RequestInit) => Promise<Response>,
  read: (bytes: Uint8Array) => Promise<StreetTile>,
  onsettle: () => void,
  ongone: () => void,
) {
  const tiles = new Map<string, StreetTile | null>();
  const loading = new Map<string, AbortController>();
  const retries = new Set<ReturnType<typeof setTimeout>>();
  let failures = 0;

  async function load(address: string, aborter: AbortController): Promise<void> {
    const timer = setTimeout(() => aborter.abort(), PATIENCE_MS);
    try {
      // The points are more important than the streets below them.
      const response = await fetchTile(address, { signal: aborter.signal, priority: 'low' });
      if (response.status === 404 || response.status === 410) {
        tiles.set(address, null);
        ongone();
      } else if (response.status === 204) tiles.set(address, null);
      else {
        if (!response.ok || !MEDIA_TYPE.test(response.headers.get('content-type') ?? ''))
          throw new TypeError(`${address} isn’t a street tile.`);
        tiles.set(address, await read(await readBytes(response)));
      }
      failures = 0;
    } catch {
      // Aborted by `setVisible` or `destroy`.
      if (loading.get(address) !== aborter) return;
      failures++;
      setFailed(address);
    } finally {
      clearTimeout(timer);
      if (loading.get(address) === aborter) {
        loading.delete(address);
        onsettle();
      }
    }
  }

  /** Shows the base map in place of a tile until a retry is due. */
  function setFailed(address: string): void {
    tiles.set(address, null);
    const retry = setTimeout(() => {
      retries.delete(retry);
      tiles.delete(address);
      failures = 0;
    }, RETRY_AFTER_MS);
    retries.add(retry);
  }

  return {
    /** Returns a tile; null if there is none or it failed; undefined while it is loading, which this starts. */
    take(address: string): StreetTile | null | undefined {
      const tile = tiles.get(address);
      if (tile !== undefined) {
        // Moved to the end: the map's order is that of last use.
        tiles.delete(address);
        tiles.set(address, tile);
      } else if (failures >= MAX_FAILURES) {
        setFailed(address);
        return null;
      } else if (!loading.has(address)) {
        const aborter = new AbortController();
        loading.set(address, aborter);
        void load(address, aborter);
      }
      return tile;
    },
    /**
     * Sets the tiles in view. Requests for other tiles are aborted, and the least recently used
     * ones are removed.
     */
    setVisible(addresses: ReadonlySet<string>): void {
      for (const [address, aborter] of loading) {
        if (addresses.has(address)) continue;
        loading.delete(address);
        aborter.abort();
      }
      let left = tiles.size - addresses.size - MAX_TILES;
      for (const [address, tile] of tiles) {
        if (left <= 0) break;
        if (addresses.has(address) || tile === null) continue;
        tiles.delete(address);
        left--;
      }
    },
    destroy(): void {
      for (const aborter of loading.values()) aborter.abort();
      loading.clear();
      for (const retry of retries) clearTimeout(retry);
    },
  };
}

/** Reads a response of at most MAX_BYTES: a few compressed bytes can unpack into gigabytes. */
async function readBytes(response: Response): Promise<Uint8Array> {
  let left = MAX_BYTES;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.length;
      if (left < 0) throw new RangeError(`A street tile is larger than ${MAX_BYTES} bytes.`);
      controller.enqueue(piece);
    },
  });
  return new Uint8Array(await new Response(response.body!.pipeThrough(bounded)).arrayBuffer());
}
