import type { TileLayer } from 'leaflet';
import { TileLayer as TileLayerPart } from 'leaflet/src/layer/tile/TileLayer.js';
import type * as L from './leaflet.ts';
import type { TileSettings } from './locator-map.ts';

/** Adds the online tiles over the base map, which stays visible where a tile has failed or not loaded yet. */
export function addTileLayer(map: L.Map, settings: TileSettings): void {
  const layer = new WrappedTileLayer(settings.url, {
    subdomains: settings.subdomains,
    maxNativeZoom: settings.maximumZoom,
    maxZoom: map.getMaxZoom(),
  });
  layer.on('tileunload', ({ tile }: L.TileEvent) => {
    tile.querySelector('img')?.removeAttribute('src');
  });
  layer.addTo(map);
}

/**
 * Wraps each tile's image in a <div>. To cancel a tile, Leaflet sets its `src` to a `data:` URL, which the content security
 * policy blocks and reports; on a <div> that has no effect.
 */
class WrappedTileLayer extends (TileLayerPart as typeof TileLayer) {
  override createTile(coordinates: L.Coords, done: L.DoneCallback): HTMLElement {
    const box = document.createElement('div');
    box.className = 'dp-tile';
    const picture = document.createElement('img');
    picture.alt = '';
    // Providers require a Referer (OpenStreetMap's tile usage policy); the origin is enough.
    picture.referrerPolicy = 'strict-origin-when-cross-origin';
    picture.addEventListener('load', () => done(undefined, box));
    picture.addEventListener('error', () => {
      // Otherwise some browsers show a broken-image icon.
      picture.remove();
      done(new Error('the tile did not load'), box);
    });
    picture.src = this.getTileUrl(coordinates);
    box.append(picture);
    return box;
  }
}
