import L from 'leaflet';
import {
  LineLabelSymbolizer,
  LineSymbolizer,
  CenteredTextSymbolizer,
  leafletLayer,
  PolygonSymbolizer,
  type LabelRule,
  type PaintRule,
} from 'protomaps-leaflet';
import { createPlainMap } from './plain-map.ts';
import { COLOURS, FIRST_ZOOM, GREENS, HOMES, ROADS, WOODS } from './shortbread-look.ts';
import { ARCHIVE, element, readView } from './streets-page.ts';

// It expects Leaflet as a global.
Object.assign(window, { L });

const area = (dataLayer: string, fill: string, kinds?: readonly string[], minzoom = 0): PaintRule => ({
  dataLayer,
  minzoom,
  symbolizer: new PolygonSymbolizer({ fill }),
  ...(kinds && { filter: (_, { props }) => kinds.includes(props['kind'] as string) }),
});
const line = (
  dataLayer: string,
  color: string,
  width: (zoom: number) => number,
  kinds: readonly string[],
): PaintRule => ({
  dataLayer,
  symbolizer: new LineSymbolizer({ color, width, lineCap: 'round', lineJoin: 'round' }),
  filter: (zoom, { props }) => kinds.includes(props['kind'] as string) && width(zoom) > 0,
});
const widthOf = (widths: readonly number[]) => (zoom: number) =>
  widths[Math.max(0, Math.min(Math.round(zoom) - FIRST_ZOOM, widths.length - 1))]!;

const paintRules: PaintRule[] = [
  area('land', COLOURS.residential, HOMES),
  area('land', COLOURS.wood, WOODS),
  area('land', COLOURS.green, GREENS),
  area('water_polygons', COLOURS.water),
  line('water_lines', COLOURS.water, () => 1.5, ['river', 'stream', 'canal']),
  area('buildings', COLOURS.building, undefined, 15),
  ...ROADS.map(({ kinds, widths }) =>
    line('streets', COLOURS.edge, (zoom) => widthOf(widths)(zoom) && widthOf(widths)(zoom) + 2, kinds),
  ),
  ...ROADS.map(({ kinds, colour, widths }) => line('streets', colour, widthOf(widths), kinds)),
];
const text = { fill: COLOURS.label, stroke: COLOURS.halo, width: 3 };
const labelRules: LabelRule[] = [
  { dataLayer: 'place_labels', symbolizer: new CenteredTextSymbolizer({ ...text, fontSize: 14 }) },
  { dataLayer: 'street_labels', minzoom: 15, symbolizer: new LineLabelSymbolizer({ ...text, fontSize: 12 }) },
];

/** protomaps-leaflet with rules for this archive's schema, in this product's colours. */
const map = createPlainMap(element, readView());
const layer = leafletLayer({
  url: ARCHIVE,
  maxDataZoom: 14,
  paintRules,
  labelRules,
  backgroundColor: COLOURS.land,
});
(layer as unknown as L.GridLayer).addTo(map);
