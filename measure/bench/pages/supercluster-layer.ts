import L from 'leaflet';
import Supercluster, { type PointFeature as Feature } from 'supercluster';

export type PointFeature = Feature<{ id: string }>;

/**
 * Adds supercluster to Leaflet as in its README and demo: the clusters in view are a GeoJSON layer of DOM markers, redrawn after each
 * move of the map.
 */
export function addSupercluster(map: L.Map, features: PointFeature[]): void {
  const index = new Supercluster<{ id: string }>({ radius: 40, maxZoom: 16 });
  index.load(features);
  const layer = L.geoJSON(undefined, { pointToLayer: createMarker }).addTo(map);
  const update = () => {
    const bounds = map.getBounds();
    const box: [number, number, number, number] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ];
    layer.clearLayers();
    for (const cluster of index.getClusters(box, map.getZoom())) layer.addData(cluster);
  };
  map.on('moveend', update);
  update();
}

function createMarker(feature: GeoJSON.Feature, position: L.LatLng): L.Marker {
  const properties = feature.properties as { cluster?: boolean; point_count_abbreviated?: string };
  if (!properties.cluster) return L.marker(position);
  const icon = L.divIcon({
    html: `<div><span>${properties.point_count_abbreviated}</span></div>`,
    className: 'marker-cluster marker-cluster-small',
    iconSize: L.point(40, 40),
  });
  return L.marker(position, { icon });
}

export function featureOf([id, latitude, longitude]: readonly [
  string,
  number,
  number,
  ...unknown[],
]): PointFeature {
  return {
    type: 'Feature',
    properties: { id },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}
