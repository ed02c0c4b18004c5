import '../../../src/lib/ui/tokens.css';
import { type BaseMap, createBaseMap } from '../../../src/lib/map/base-map.ts';
import { createFrameQueue } from '../../../src/lib/map/frame-queue.ts';
import * as L from '../../../src/lib/map/leaflet.ts';
import '../../../src/lib/map/leaflet-needs.css';
import '../../../src/lib/map/map.css';
import { requestStreets } from '../../../src/lib/map/locator-map.ts';
import { createStreetsLoader, type StreetsLoader } from '../../../src/lib/map/streets/streets-loader.ts';
import { element, readView } from './streets-page.ts';

/** Shows this product's world map without any points, alone or with the operator's streets. */
export function showDroppoint(withStreets: boolean): void {
  const { latitude, longitude, zoom } = readView();
  element.classList.add('dp-map');
  const map = L.map(element, { zoomControl: false, attributionControl: false, minZoom: 3, maxZoom: 18 });
  map.setView([latitude, longitude], zoom, { animate: false });
  let baseMap: BaseMap | null = null;
  const drawLand = (streetsLoader: StreetsLoader | null) => {
    baseMap ??= createBaseMap(
      map,
      createFrameQueue(),
      'en',
      () => undefined,
      () => streetsLoader?.preloading(),
    );
    if (streetsLoader !== null) baseMap.addStreets(streetsLoader);
  };
  // As build-map.ts does: streets, if there are any, come before the land below them.
  if (withStreets) {
    const streetsLoader: StreetsLoader = createStreetsLoader(
      map,
      () => drawLand(streetsLoader),
      () => undefined,
      requestStreets(),
    );
  } else drawLand(null);
  // As the layer of points does when the map comes to rest.
  map.on('moveend', () => baseMap?.avoidPins([], true));
}
