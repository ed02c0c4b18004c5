import '../../../src/lib/ui/tokens.css';
import { createLocatorMap } from '../../../src/lib/map/locator-map.ts';
import { openSnapshot } from '../../../src/lib/network/open-snapshot.ts';
import { MAP_LABELS } from './map-labels.ts';
import { element, readView } from './streets-page.ts';

/** This product's map with streets and with the points of the network that its server has. */
const snapshot = await openSnapshot({
  baseUrl: '/snapshot/',
  fetch: (...request) => fetch(...request),
  now: Date.now,
});
const map = createLocatorMap({
  element,
  store: snapshot.source,
  start: readView(),
  tiles: null,
  landFirst: false,
  gestures: 'greedy',
  onpress: () => undefined,
  labels: MAP_LABELS,
});
snapshot.onchange(() => map.refresh());
map.complete();
