import type * as L from '../leaflet.ts';
import { readAreas } from './areas.ts';
import { askForStreets, STREETS_FROM_ZOOM } from '../locator-map.ts';
import type { Streets, StreetsOptions } from './streets.ts';
import { addressOf, boxOf, tilesFor } from './tile-places.ts';
import workerAddress from './worker.ts?worker&url';

/** After a failure, and after streets were found to have gone, the next view after this time asks anew. */
const ASK_AGAIN_MS = 60_000;
/** So long the land, which streets cover, waits for them. */
const AHEAD_MS = 1_500;

/** What streets are drawn on. */
export type Ground = Omit<StreetsOptions, 'manifest' | 'ongone'>;

export interface StreetsGate {
  /** Streets of the view are on their way: until they have come, or have taken too long. */
  ahead(): Promise<unknown> | undefined;
  /** The streets, once a view has had some. */
  streets(): Streets | null;
  /** @param onchange told when streets have come or gone */
  open(ground: Ground, onchange: () => void): void;
  destroy(): void;
}

/**
 * Brings streets along when the map first comes so near that there are any: what draws them is fetched only where an operator has
 * streets at all. They have the longest way of all that a view shows, so they are sent for before what they are drawn on is there.
 * @param onfound told when the view has some
 * @param asked the answer to the first question, where it has been asked already
 */
export function createStreetsGate(
  map: L.Map,
  onfound: () => void,
  asked: Promise<Response> | null,
): StreetsGate {
  let streets: Streets | null = null;
  let onchange = () => {};
  let open!: (ground: Ground) => void;
  const opened = new Promise<Ground>((resolve) => (open = resolve));
  /** The manifest as it was last, to see whether another has been published. */
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
      // There are none here: that won't change while somebody looks.
      if (answer.status === 204 || answer.status === 404) return replace(null);
      throw new Error(`streets: ${answer.status}`);
    }
    const text = await answer.text();
    if (streets !== null && text === known) throw new Error('streets are announced, and not there');
    known = text;
    const manifest = readAreas(text);
    if (manifest === null) return replace(null);
    const tiles = [...tilesFor(manifest.areas, boxOf(map), map.getZoom())].map(addressOf);
    // What draws them goes first: tiles are of no use without it, and it is a sixth of their bytes.
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

  /** What the worker is to ask for, into the browser's cache: on a slow link one would wait for the other. */
  async function fetchAhead(addresses: readonly string[]): Promise<void> {
    await Promise.allSettled(
      addresses.map(async (address) => {
        // Ahead of what stands beside the map, which has more files than a browser asks for at once.
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
    ahead: () => ahead,
    streets: () => streets,
    open(ground, whenChanged) {
      onchange = whenChanged;
      open(ground);
    },
    destroy() {
      leaving.abort();
      onchange = () => {};
      map.off('moveend', look);
      streets?.destroy();
    },
  };
}
