import type { TileLayer } from 'leaflet';
import { TileLayer as TileLayerPart } from 'leaflet/src/layer/tile/TileLayer.js';
import type * as L from './leaflet.ts';
import type { TileSettings } from './locator-map.ts';

/** Adds the online tiles over the base map. A tile that fails or is still to come leaves the base map to be seen. */
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
 * Tiles as pictures in boxes. Leaflet itself gives up a tile by setting its `src` to a `data:` address, which the content security
 * policy refuses and reports; on a box that does nothing.
 */
class WrappedTileLayer extends (TileLayerPart as typeof TileLayer) {
  override createTile(coordinates: L.Coords, done: L.DoneCallback): HTMLElement {
    const box = document.createElement('div');
    box.className = 'dp-tile';
    const picture = document.createElement('img');
    picture.alt = '';
    // Providers ask for a Referer (OpenStreetMap's tile usage policy); the origin alone tells no more than it must.
    picture.referrerPolicy = 'strict-origin-when-cross-origin';
    picture.addEventListener('load', () => done(undefined, box));
    picture.addEventListener('error', () => {
      // Else some browsers draw their sign of a broken picture.
      picture.hidden = true;
      done(new Error('the tile did not load'), box);
    });
    picture.src = this.getTileUrl(coordinates);
    box.append(picture);
    return box;
  }
}
