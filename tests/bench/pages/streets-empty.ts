import { createPlainMap } from './plain-map.ts';
import { element, readView } from './streets-page.ts';

/** Leaflet alone: what of the peers' work is the map's own. */
createPlainMap(element, readView());
