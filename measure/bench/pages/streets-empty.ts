import { createPlainMap } from './plain-map.ts';
import { element, readView } from './streets-page.ts';

/** Leaflet alone, to measure the map's own share of the peers' work. */
createPlainMap(element, readView());
