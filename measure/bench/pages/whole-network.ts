import 'leaflet.markercluster/dist/MarkerCluster.Default.css';
import { createPlainMap } from './plain-map.ts';
import { fetchRows } from './rows.ts';
import { addSupercluster, featureOf } from './supercluster-layer.ts';

/** The usual approach: all points in one JSON file, requested before the map is created and clustered in the browser. */
const rows = fetchRows('/bench/network.json');
const query = new URLSearchParams(location.search);
const map = createPlainMap(document.querySelector<HTMLElement>('#map')!, {
  latitude: Number(query.get('latitude')),
  longitude: Number(query.get('longitude')),
  zoom: Number(query.get('zoom')),
});
void rows.then((all) => addSupercluster(map, all.map(featureOf)));
