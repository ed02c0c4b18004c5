import '@maplibre/maplibre-gl-leaflet';
import L from 'leaflet';
import {
  addProtocol,
  setWorkerUrl,
  type ExpressionSpecification,
  type FilterSpecification,
  type LayerSpecification,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Protocol } from 'pmtiles';
import { createPlainMap } from './plain-map.ts';
import { COLOURS, FIRST_ZOOM, GREENS, HOMES, ROADS, WOODS } from './shortbread-look.ts';
import { ARCHIVE, element, readView } from './streets-page.ts';

const source = 'streets';
const kindIn = (kinds: readonly string[]): FilterSpecification => [
  'in',
  ['get', 'kind'],
  ['literal', [...kinds]],
];
/** MapLibre's zoom levels are one lower than Leaflet's, because its tiles have 512 pixels. */
const widthOf = (widths: readonly number[], more = 0): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...widths.flatMap((width, at) => [FIRST_ZOOM - 1 + at, width && width + more]),
];
const area = (
  id: string,
  layer: string,
  colour: string,
  kinds?: readonly string[],
  minzoom = 0,
): LayerSpecification => ({
  ...{ id, source, type: 'fill', 'source-layer': layer, minzoom, paint: { 'fill-color': colour } },
  ...(kinds && { filter: kindIn(kinds) }),
});
const line = (
  id: string,
  layer: string,
  colour: string,
  width: number | ExpressionSpecification,
  kinds: readonly string[],
): LayerSpecification => ({
  ...{ id, source, type: 'line', 'source-layer': layer, filter: kindIn(kinds) },
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': colour, 'line-width': width },
});
const names = (id: string, layer: string, size: number, minzoom: number): LayerSpecification => ({
  ...{ id, source, type: 'symbol', 'source-layer': layer, minzoom },
  layout: {
    'text-field': ['get', 'name'],
    'text-size': size,
    'symbol-placement': layer === 'street_labels' ? 'line' : 'point',
  },
  paint: { 'text-color': COLOURS.label, 'text-halo-color': COLOURS.halo, 'text-halo-width': 1.5 },
});

/** MapLibre on Leaflet through its bridge, with a style for this archive's schema, this product's colours and the machine's fonts. */
setWorkerUrl(new URL(workerAddress, location.href).href);
addProtocol('pmtiles', new Protocol().tile);
const map = createPlainMap(element, readView());
const layer = L.maplibreGL({
  style: {
    version: 8,
    sources: { [source]: { type: 'vector', url: `pmtiles://${ARCHIVE}` } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': COLOURS.land } },
      area('homes', 'land', COLOURS.residential, HOMES),
      area('woods', 'land', COLOURS.wood, WOODS),
      area('greens', 'land', COLOURS.green, GREENS),
      area('water', 'water_polygons', COLOURS.water),
      line('rivers', 'water_lines', COLOURS.water, 1.5, ['river', 'stream', 'canal']),
      area('buildings', 'buildings', COLOURS.building, undefined, 14),
      ...ROADS.map(({ kinds, widths }, at) =>
        line(`edges ${at}`, 'streets', COLOURS.edge, widthOf(widths, 2), kinds),
      ),
      ...ROADS.map(({ kinds, colour, widths }, at) =>
        line(`roads ${at}`, 'streets', colour, widthOf(widths), kinds),
      ),
      names('street names', 'street_labels', 12, 14),
      names('place names', 'place_labels', 14, 0),
    ],
  },
});
layer.addTo(map);
// Its canvas covers the map before anything is drawn on it.
layer.getMaplibreMap().once('idle', () => layer.getCanvas().classList.add('painted'));
