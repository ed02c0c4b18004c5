import * as L from 'leaflet';
import type { TileSettings } from './locator-map.ts';

/** The online tiles over the base map. A tile that fails or is still to come leaves the base map to be seen. */
export function addTileLayer(map: L.Map, settings: TileSettings): void {
  const layer = L.tileLayer(settings.url, {
    subdomains: settings.subdomains,
    maxNativeZoom: settings.maximumZoom,
    maxZoom: map.getMaxZoom(),
    // Providers ask for a Referer (OpenStreetMap's tile usage policy); the origin alone tells no more than it must.
    referrerPolicy: 'strict-origin-when-cross-origin',
  });
  layer.on('tileerror', ({ tile }: L.TileErrorEvent) => {
    // Else some browsers draw their sign of a broken picture.
    tile.hidden = true;
  });
  layer.addTo(map);
}
