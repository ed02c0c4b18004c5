import L from 'leaflet';
import 'leaflet/dist/leaflet.css';

// A bundler moves the pictures that Leaflet looks for beside its style sheet.
L.Icon.Default.imagePath = '';
L.Icon.Default.mergeOptions({
  iconUrl: new URL('../../../node_modules/leaflet/dist/images/marker-icon.png', import.meta.url).href,
  iconRetinaUrl: new URL('../../../node_modules/leaflet/dist/images/marker-icon-2x.png', import.meta.url)
    .href,
  shadowUrl: new URL('../../../node_modules/leaflet/dist/images/marker-shadow.png', import.meta.url).href,
});

/** Creates a Leaflet map with default options, a blank background and no controls. */
export function createPlainMap(
  element: HTMLElement,
  { latitude, longitude, zoom }: { latitude: number; longitude: number; zoom: number },
): L.Map {
  const map = L.map(element, { zoomControl: false, attributionControl: false, minZoom: 3, maxZoom: 18 });
  return map.setView([latitude, longitude], zoom, { animate: false });
}
