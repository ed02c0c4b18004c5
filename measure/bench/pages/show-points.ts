import { formatShortCount } from '../../../src/lib/i18n/format.ts';
import { buildMap } from '../../../src/lib/map/build-map.ts';
import type { LocatorMap, MapLabels, MapView } from '../../../src/lib/map/locator-map.ts';
import { openSnapshot } from '../../../packages/network/snapshot-network.ts';

export const SNAPSHOT_FOLDER = '/snapshot/';

/** The texts for this product's map. */
const LABELS: MapLabels = {
  map: 'Map',
  credits: 'About this map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  point: ({ type }) => type,
  stack: (count) => `${count} points`,
  cluster: (count) => `${formatShortCount(count)} points`,
  count: formatShortCount,
  twoFingers: () => '',
  wheel: () => '',
};

/** Shows this product's map with a published network, and redraws it whenever more of the network has loaded. */
export async function showPoints(
  element: HTMLElement,
  start: MapView,
  fetchFile: typeof fetch,
): Promise<LocatorMap> {
  const snapshot = await openSnapshot({ baseUrl: SNAPSHOT_FOLDER, fetch: fetchFile, now: Date.now });
  const map = buildMap({
    element,
    store: snapshot.source,
    start,
    tiles: null,
    landFirst: false,
    gestures: 'greedy',
    labels: LABELS,
  });
  snapshot.onchange(() => map.refresh());
  return map;
}
