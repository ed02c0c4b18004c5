import type * as L from '../leaflet.ts';
import { readAreas } from './areas.ts';
import { requestStreets, STREETS_FROM_ZOOM } from '../locator-map.ts';
import type { Streets, StreetsOptions } from './streets.ts';
import { addressOf, boxOf, tilesFor } from './tile-places.ts';
import workerAddress from './worker.ts?worker&url';

/** After a failure, and after tiles were missing, the manifest is requested again by the first view after this time. */
const RETRY_AFTER_MS = 60_000;
/** The base map's requests wait for those of the streets no longer than this. */
const PRELOAD_MS = 1_500;

/** What streets need from the base map. */
export type StreetsContext = Omit<StreetsOptions, 'manifest' | 'ongone'>;

export type StreetsLoader = ReturnType<typeof createStreetsLoader>;

/**
 * Loads streets when the map first reaches their zoom; the code that draws them only if the operator has any. They take the
 * longest of all that a view shows, so they are requested before the base map below them has loaded.
 * @param onfound called when the view has some
 * @param firstResponse the response to the first request for the manifest, if that has been sent already
 */
export function createStreetsLoader(
  map: L.Map,
  onfound: () => void,
  firstResponse: Promise<Response> | null,
) {
  let streets: Streets | null = null;
  let onchange = () => {};
  let start!: (context: StreetsContext) => void;
  const started = new Promise<StreetsContext>((resolve) => (start = resolve));
  /** The last manifest, to detect whether another has been published. */
  let known = '';
  let retryFrom = 0;
  const aborter = new AbortController();
  let preloading: Promise<unknown> | undefined;

  function loadIfVisible(): void {
    if (map.getZoom() < STREETS_FROM_ZOOM || performance.now() < retryFrom) return;
    retryFrom = Infinity;
    void load().catch(() => {
      retryFrom = performance.now() + RETRY_AFTER_MS;
    });
  }

  async function load(): Promise<void> {
    const response = await (firstResponse ?? requestStreets(aborter.signal));
    firstResponse = null;
    if (response.status !== 200) {
      // The operator has no streets; not requested again.
      if (response.status === 204 || response.status === 404) return replace(null);
      throw new Error(`streets: ${response.status}`);
    }
    const text = await response.text();
    if (streets !== null && text === known) throw new Error('streets are announced, and not there');
    known = text;
    const manifest = readAreas(text);
    if (manifest === null) return replace(null);
    const tiles = [...tilesFor(manifest.areas, boxOf(map), map.getZoom())].map(addressOf);
    // The code is requested first: tiles are of no use without it, and it is a sixth of their size.
    const code = import('./streets.ts');
    if (tiles.length > 0) {
      preloading = Promise.race([
        preload([workerAddress, ...tiles]),
        new Promise((resolve) => setTimeout(resolve, PRELOAD_MS)),
      ]);
      onfound();
    }
    const [{ createStreets }, context] = await Promise.all([code, started]);
    if (aborter.signal.aborted) return;
    replace(
      createStreets(map, {
        ...context,
        manifest,
        ongone: () => (retryFrom = Math.min(retryFrom, performance.now() + RETRY_AFTER_MS)),
      }),
    );
  }

  /** Loads what the worker will request into the browser's cache, in parallel with the code. */
  async function preload(addresses: readonly string[]): Promise<void> {
    await Promise.allSettled(
      addresses.map(async (address) => {
        // Before the picker's other parts, which have more files than a browser requests in parallel.
        const response = await fetch(address, { signal: aborter.signal, priority: 'high' });
        await response.arrayBuffer();
      }),
    );
  }

  function replace(next: Streets | null): void {
    streets?.destroy();
    streets = next;
    onchange();
  }

  map.on('moveend', loadIfVisible);
  loadIfVisible();
  return {
    /** The first view's streets being loaded; resolves when they have, or after PRELOAD_MS. */
    preloading: (): Promise<unknown> | undefined => preloading,
    /** The streets; null until some have been loaded. */
    streets: (): Streets | null => streets,
    /** @param onchanged called when streets have been added or removed */
    start(context: StreetsContext, onchanged: () => void): void {
      onchange = onchanged;
      start(context);
    },
    destroy(): void {
      aborter.abort();
      onchange = () => {};
      map.off('moveend', loadIfVisible);
      streets?.destroy();
    },
  };
}
