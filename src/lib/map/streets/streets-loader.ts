import * as L from '../leaflet.ts';
import type { Box } from '../frame.ts';
import { type Areas, readAreas } from './areas.ts';
import { requestStreets, STREETS_FROM_ZOOM } from '../locator-map.ts';
import type { Streets, StreetsOptions } from './streets.ts';
import { addressOfTile, AHEAD_PIXELS, tilesFor } from './tile-places.ts';
import workerAddress from './worker.ts?worker&url';

/** Loaded together with it, because it is of no use before. */
export { createZoomLimit } from '../zoom-limit.ts';

/** After a failure, and after tiles were missing, the manifest is requested again by the first view after this time. */
const RETRY_AFTER_MS = 60_000;
/** Maximum time that the base map's requests wait for the streets' requests. */
const PRELOAD_MS = 1_500;

/** Inputs that streets need from the base map. */
export type StreetsContext = Omit<StreetsOptions, 'manifest' | 'ongone'>;

export type StreetsLoader = ReturnType<typeof createStreetsLoader>;

/**
 * Loads the streets' manifest, which says where a map without streets ends. Loads streets when the map
 * first reaches their zoom, and the code that draws them only if the operator has any. Streets take
 * longer to load than everything else in a view, so they are requested before the base map below them has
 * loaded.
 * @param onfound called when the view has some
 * @param onknown called when `haveStreets` has changed
 * @param firstResponse the response to the first request for the manifest, if that has been sent already
 */
export function createStreetsLoader(
  map: L.Map,
  onfound: () => void,
  onknown: () => void,
  firstResponse: Promise<Response> | null,
) {
  let streets: Streets | null = null;
  /** null: the operator has none; undefined: not known yet. */
  let manifest: Areas | null | undefined;
  let onchange = () => {};
  let start!: (context: StreetsContext) => void;
  const started = new Promise<StreetsContext>((resolve) => (start = resolve));
  /** The last manifest, to detect whether another has been published. */
  let lastText = '';
  let retryFrom = 0;
  /** Whether the manifest's streets are drawn, or their code is being loaded. */
  let isDrawn = false;
  const aborter = new AbortController();
  let preloading: Promise<unknown> | undefined;

  function loadIfVisible(): void {
    const isVisible = map.getZoom() >= STREETS_FROM_ZOOM;
    // Once loaded, the manifest is only requested again where it is needed.
    if ((manifest !== undefined && !isVisible) || performance.now() < retryFrom) {
      if (isVisible) void draw().catch(retryLater);
      return;
    }
    retryFrom = Infinity;
    void load().catch(retryLater);
  }

  function retryLater(): void {
    retryFrom = performance.now() + RETRY_AFTER_MS;
  }

  async function load(): Promise<void> {
    const response = await (firstResponse ?? requestStreets(aborter.signal));
    firstResponse = null;
    // 204, 404: the operator has no streets; not requested again.
    const isNone = response.status === 204 || response.status === 404;
    if (response.status !== 200 && !isNone)
      throw new Error(`The streets’ manifest answers ${response.status}.`);
    const text = isNone ? '' : await response.text();
    if (streets !== null && text === lastText)
      throw new Error('The unchanged manifest lists streets that are missing.');
    lastText = text;
    manifest = isNone ? null : readAreas(text);
    isDrawn = false;
    onknown();
    if (manifest === null) replace(null);
    else if (map.getZoom() >= STREETS_FROM_ZOOM) await draw();
  }

  /** Draws the streets of the manifest, unless that has begun. */
  async function draw(): Promise<void> {
    if (isDrawn || !manifest) return;
    isDrawn = true;
    const drawn = manifest;
    const tiles = [...tilesFor(drawn.areas, L.boxOfView(map, AHEAD_PIXELS), map.getZoom())].map(
      addressOfTile,
    );
    // The code is requested first: tiles are of no use without it, and it is a sixth of their size.
    const code = import('./streets.ts');
    if (tiles.length > 0) {
      preloading = Promise.race([
        // Fills the browser's cache with the worker's requests, in parallel with the code.
        Promise.allSettled([workerAddress, ...tiles].map(preload)),
        new Promise((resolve) => setTimeout(resolve, PRELOAD_MS)),
      ]);
      onfound();
    }
    const [{ createStreets }, context] = await Promise.all([code, started]);
    if (aborter.signal.aborted) return;
    replace(
      createStreets(map, {
        ...context,
        manifest: drawn,
        ongone: () => (retryFrom = Math.min(retryFrom, performance.now() + RETRY_AFTER_MS)),
      }),
    );
  }

  async function preload(address: string): Promise<void> {
    // Before the picker's other parts, which have more files than a browser requests in parallel.
    const response = await fetch(address, { signal: aborter.signal, priority: 'high' });
    await response.arrayBuffer();
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
    /** Whether a box has streets at a zoom of the map; undefined while that isn't known. */
    haveStreets: (box: Box, zoom: number): boolean | undefined =>
      manifest === undefined
        ? undefined
        : manifest !== null && !tilesFor(manifest.areas, box, zoom).next().done,
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
