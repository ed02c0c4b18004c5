import type { TileProperties } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { GROUND, PLACES, rankPlace, ROADS, STATIONS, WATERWAYS } from './kinds.ts';
import { makeHouseNumber, makeRoad, makeRoadName, readNames, readText } from './ours.ts';
import type { LayerName, Schema, Translated } from './ours.ts';

type Read = (kind: string, properties: TileProperties) => Translated[];

const one = (layer: LayerName, properties: TileProperties | null): Translated[] =>
  properties === null ? [] : [{ layer, properties }];

const withKind = (layer: LayerName, kind: string | undefined): Translated[] =>
  kind === undefined ? [] : [{ layer, properties: { kind } }];

const readWater: Read = (kind) => (kind === 'glacier' ? withKind('ground', 'ice') : one('water', {}));

const readRoad: Read = (osmKind, properties) => {
  const kind = ROADS.get(osmKind);
  const isLink = properties['link'] === true || osmKind.endsWith('_link');
  return kind === undefined ? [] : [makeRoad(kind, properties, isLink)];
};

const readRoadName: Read = (osmKind, properties) => {
  const kind = ROADS.get(osmKind);
  return kind === undefined ? [] : makeRoadName(kind, properties, readNames(properties, '_'));
};

const readWaterName: Read = (_kind, properties) => one('water_names', readNames(properties, '_'));

/** Layers of Shortbread 1.x (https://shortbread-tiles.org/schema/1.0/), with the reader of each. */
const LAYERS: Readonly<Record<string, Read>> = {
  land: (kind) => withKind('ground', GROUND.get(kind)),
  sites: (kind) => (kind === 'parking' ? withKind('squares', kind) : withKind('ground', GROUND.get(kind))),
  ocean: () => one('water', {}),
  water_polygons: readWater,
  water_lines: (kind) => withKind('waterways', WATERWAYS.get(kind)),
  buildings: () => one('buildings', {}),
  streets: readRoad,
  streets_med: readRoad,
  streets_low: readRoad,
  ferries: () => withKind('roads', 'ferry'),
  street_polygons: (kind, { tunnel }) =>
    tunnel === true ? [] : withKind('squares', kind === 'service' ? 'parking' : 'pedestrian'),
  boundaries: (_kind, { admin_level: level, maritime }) =>
    maritime === true || (level !== 2 && level !== 4) ? [] : one('boundaries', { level }),
  street_labels: readRoadName,
  water_polygons_labels: readWaterName,
  water_lines_labels: readWaterName,
  addresses: (_kind, { housenumber }) => makeHouseNumber(housenumber),
  public_transport: (osmKind, properties) => {
    const kind = STATIONS.get(osmKind);
    const name = readText(properties['name']);
    return kind === undefined || name === '' ? [] : one('stations', { kind, name });
  },
  place_labels: (osmKind, properties) => {
    const kind = PLACES.get(osmKind);
    const names = readNames(properties, '_');
    if (kind === undefined || names === null) return [];
    const rank = rankPlace(kind, /capital/.test(osmKind), properties['population']);
    return one('places', { kind, rank, ...names });
  },
};

export const SHORTBREAD: Schema = {
  title: 'Shortbread',
  layers: new Set(Object.keys(LAYERS)),
  translate(layer, properties) {
    const kind = properties['kind'];
    return LAYERS[layer]?.(typeof kind === 'string' ? kind : '', properties) ?? [];
  },
};
