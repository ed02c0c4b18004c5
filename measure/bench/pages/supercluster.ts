import 'leaflet.markercluster/dist/MarkerCluster.Default.css';
import { EUROPE } from '../page-contract.ts';
import { offer } from './offer.ts';
import { createPlainMap } from './plain-map.ts';
import { fetchRows } from './rows.ts';
import { addSupercluster, featureOf, type PointFeature } from './supercluster-layer.ts';

let features: PointFeature[] = [];

offer({
  async prepare(count) {
    features = (await fetchRows(`/data/${count}/network.json`)).map(featureOf);
  },
  draw: (element) => addSupercluster(createPlainMap(element, EUROPE), features),
  shown: '.leaflet-marker-icon',
  forget: () => (features = []),
});
