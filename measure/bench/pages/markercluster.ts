import L from 'leaflet';
import 'leaflet.markercluster';
import 'leaflet.markercluster/dist/MarkerCluster.css';
import 'leaflet.markercluster/dist/MarkerCluster.Default.css';
import { EUROPE } from '../page-contract.ts';
import { offer } from './offer.ts';
import { createPlainMap } from './plain-map.ts';
import { fetchRows } from './rows.ts';

let points: [latitude: number, longitude: number, id: string][] = [];

/** leaflet.markercluster, used as in its README: a plain marker for each point, with all defaults. */
offer({
  async prepare(count) {
    const rows = await fetchRows(`/data/${count}/network.json`);
    points = rows.map(([id, latitude, longitude]) => [latitude, longitude, id]);
  },
  draw(element) {
    const map = createPlainMap(element, EUROPE);
    const group = L.markerClusterGroup();
    // The group is added to the map first: otherwise it compares each new marker with all others, which is five times as slow.
    map.addLayer(group);
    group.addLayers(points.map(([latitude, longitude, title]) => L.marker([latitude, longitude], { title })));
  },
  shown: '.marker-cluster',
  forget: () => (points = []),
});
