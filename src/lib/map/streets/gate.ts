import type * as L from '../leaflet.ts';
import { STREETS_FOLDER } from '../../contract/streets.ts';
import { readAreas } from './areas.ts';
import type { Streets, StreetsOptions } from './streets.ts';
import { addressOf, boxOf, MIN_ZOOM, tilesFor } from './tile-places.ts';
import workerAddress from './worker.ts?worker&url';

const MANIFEST = `${STREETS_FOLDER}manifest.json`;
/** After a failure, and after streets were found to have gone, the next view after this time asks anew. */
const ASK_AGAIN_MS = 60_000;

export interface StreetsGate {
  /** The streets, once a view has had some. */
  streets(): Streets | null;
  destroy(): void;
}

/**
 * Brings streets along when the map first comes so near that there are any: what draws them is fetched only where an operator has
 * streets at all.
 * @param onchange told when streets have come or gone
 */
export function createStreetsGate(
  map: L.Map,
  options: Omit<StreetsOptions, 'manifest' | 'ongone'>,
  onchange: () => void,
): StreetsGate {
  let streets: Streets | null = null;
  /** The manifest as it was last, to see whether another has been published. */
  let known = '';
  let askFrom = 0;
  const leaving = new AbortController();

  function look(): void {
    if (map.getZoom() < MIN_ZOOM || performance.now() < askFrom) return;
    askFrom = Infinity;
    void ask().catch(() => {
      askFrom = performance.now() + ASK_AGAIN_MS;
    });
  }

  async function ask(): Promise<void> {
    const answer = await fetch(MANIFEST, { signal: leaving.signal, priority: 'low' });
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
    fetchAhead([workerAddress, ...[...tilesFor(manifest.areas, boxOf(map), map.getZoom())].map(addressOf)]);
    const { createStreets } = await import('./streets.ts');
    if (leaving.signal.aborted) return;
    replace(
      createStreets(map, {
        ...options,
        manifest,
        ongone: () => (askFrom = Math.min(askFrom, performance.now() + ASK_AGAIN_MS)),
      }),
    );
  }

  /** What the worker is to ask for, into the browser's cache: on a slow link one would wait for the other. */
  function fetchAhead(addresses: readonly string[]): void {
    for (const address of addresses)
      void fetch(address, { signal: leaving.signal, priority: 'low' })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {});
  }

  function replace(next: Streets | null): void {
    streets?.destroy();
    streets = next;
    onchange();
  }

  map.on('moveend', look);
  look();
  return {
    streets: () => streets,
    destroy() {
      leaving.abort();
      map.off('moveend', look);
      streets?.destroy();
    },
  };
}
