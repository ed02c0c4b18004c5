import type * as L from '../leaflet.ts';
import { readAreas } from './areas.ts';
import { askForStreets, STREETS_FROM_ZOOM } from '../locator-map.ts';
import type { Streets, StreetsOptions } from './streets.ts';
import { addressOf, boxOf, tilesFor } from './tile-places.ts';
import workerAddress from './worker.ts?worker&url';

/** After a failure, and after tiles were missing, the manifest is requested again by the first view after this time. */
const ASK_AGAIN_MS = 60_000;
/** The base map's requests wait for those of the streets no longer than this. */
const AHEAD_MS = 1_500;

/** What streets need from the base map. */
export type Ground = Omit<StreetsOptions, 'manifest' | 'ongone'>;

export type StreetsGate = ReturnType<typeof createStreetsGate>;

/**
 * Loads streets when the map first reaches their zoom; the code that draws them only if the operator has any. They take the
 * longest of all that a view shows, so they are requested before the base map below them has loaded.
 * @param onfound called when the view has some
 * @param asked the response to the first request, if that has been sent already
 */
export function createStreetsGate(map: L.Map, onfound: () => void, asked: Promise<Response> | null) {
  let streets: Streets | null = null;
  let onchange = () => {};
  let open!: (ground: Ground) => void;
  const opened = new Promise<Ground>((resolve) => (open = resolve));
  /** The last manifest, to detect whether another has been published. */
  let known = '';
  let askFrom = 0;
  const leaving = new AbortController();
  let ahead: Promise<unknown> | undefined;

  function look(): void {
    if (map.getZoom() < STREETS_FROM_ZOOM || performance.now() < askFrom) return;
    askFrom = Infinity;
    void ask().catch(() => {
      askFrom = performance.now() + ASK_AGAIN_MS;
    });
  }

  async function ask(): Promise<void> {
    const answer = await (asked ?? askForStreets(leaving.signal));
    asked = null;
    if (answer.status !== 200) {
      // The operator has no streets; not requested again.
      if (answer.status === 204 || answer.status === 404) return replace(null);
      throw new Error(`streets: ${answer.status}`);
    }
    const text = await answer.text();
    if (streets !== null && text === known) throw new Error('streets are announced, and not there');
    known = text;
    const manifest = readAreas(text);
    if (manifest === null) return replace(null);
    const tiles = [...tilesFor(manifest.areas, boxOf(map), map.getZoom())].map(addressOf);
    // The code is requested first: tiles are of no use without it, and it is a sixth of their size.
    const code = import('./streets.ts');
    if (tiles.length > 0) {
      ahead = Promise.race([
        fetchAhead([workerAddress, ...tiles]),
        new Promise((resolve) => setTimeout(resolve, AHEAD_MS)),
      ]);
      onfound();
    }
    const [{ createStreets }, ground] = await Promise.all([code, opened]);
    if (leaving.signal.aborted) return;
    replace(
      createStreets(map, {
        ...ground,
        manifest,
        ongone: () => (askFrom = Math.min(askFrom, performance.now() + ASK_AGAIN_MS)),
      }),
    );
  }

  /** Loads what the worker will request into the browser's cache, in parallel with the code. */
  async function fetchAhead(addresses: readonly string[]): Promise<void> {
    await Promise.allSettled(
      addresses.map(async (address) => {
        // Before the picker's other parts, which have more files than a browser requests in parallel.
        const answer = await fetch(address, { signal: leaving.signal, priority: 'high' });
        await answer.arrayBuffer();
      }),
    );
  }

  function replace(next: Streets | null): void {
    streets?.destroy();
    streets = next;
    onchange();
  }

  map.on('moveend', look);
  look();
  return {
    /** The first view's streets being loaded; resolves when they have, or after AHEAD_MS. */
    ahead: (): Promise<unknown> | undefined => ahead,
    /** The streets; null until some have been loaded. */
    streets: (): Streets | null => streets,
    /** @param whenChanged called when streets have been added or removed */
    open(ground: Ground, whenChanged: () => void): void {
      onchange = whenChanged;
      open(ground);
    },
    destroy(): void {
      leaving.abort();
      onchange = () => {};
      map.off('moveend', look);
      streets?.destroy();
    },
  };
}
