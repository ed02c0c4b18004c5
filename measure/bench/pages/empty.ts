import { EUROPE } from '../page-contract.ts';
import { offer } from './offer.ts';
import { createPlainMap } from './plain-map.ts';

/** Leaflet without any data, to measure the map's own share of heap, tasks and frames. */
offer({
  prepare: () => Promise.resolve(),
  draw: (element) => void createPlainMap(element, EUROPE),
  shown: '.leaflet-map-pane',
  forget: () => undefined,
});
