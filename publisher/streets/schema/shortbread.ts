import type { TileProperties } from '#network/vector-tile/read-vector-tile.ts';
import { GROUND, PLACES, rankPlace, ROAD_KINDS, STATIONS, WATERWAYS } from './kinds.ts';
import { makeFeature, makeHouseNumber, makeKind, makeRoad, makeRoadName } from './ours.ts';
import { makeStation, readNames, textOf, type Schema, type Translated } from './ours.ts';

type Read = (kind: string, properties: TileProperties) => Translated[];

const readRoad: Read = (osmKind, properties) => {
  const kind = ROAD_KINDS.get(osmKind);
  const isLink = properties['link'] === true || osmKind.endsWith('_link');
  return kind === undefined ? [] : [makeRoad(kind, properties, isLink)];
};

const readRoadName: Read = (osmKind, properties) => {
  const kind = ROAD_KINDS.get(osmKind);
  return kind === undefined ? [] : makeRoadName(kind, properties, readNames(properties, '_'));
};

const readWaterName: Read = (_kind, properties) => makeFeature('water_names', readNames(properties, '_'));

/** Layers of Shortbread 1.x (https://shortbread-tiles.org/schema/1.0/), with the reader of each. */
const LAYERS: Readonly<Record<string, Read>> = {
  land: (kind) => makeKind('ground', GROUND.get(kind)),
  sites: (kind) => (kind === 'parking' ? makeKind('squares', kind) : makeKind('ground', GROUND.get(kind))),
  ocean: () => makeFeature('water', {}),
  water_polygons: (kind) => (kind === 'glacier' ? makeKind('ground', 'ice') : makeFeature('water', {})),
  water_lines: (kind) => makeKind('waterways', WATERWAYS.get(kind)),
  buildings: () => makeFeature('buildings', {}),
  streets: readRoad,
  streets_med: readRoad,
  streets_low: readRoad,
  ferries: () => makeKind('roads', 'ferry'),
  street_polygons: (kind, { tunnel }) =>
    tunnel === true ? [] : makeKind('squares', kind === 'service' ? 'parking' : 'pedestrian'),
  boundaries: (_kind, { admin_level: level, maritime }) =>
    maritime === true || (level !== 2 && level !== 4) ? [] : makeFeature('boundaries', { level }),
  street_labels: readRoadName,
  water_polygons_labels: readWaterName,
  water_lines_labels: readWaterName,
  addresses: (_kind, { housenumber }) => makeHouseNumber(housenumber),
  public_transport: (osmKind, properties) => makeStation(STATIONS.get(osmKind), properties),
  place_labels: (osmKind, properties) => {
    const kind = PLACES.get(osmKind);
    const names = readNames(properties, '_');
    if (kind === undefined || names === null) return [];
    const rank = rankPlace(kind, /capital/.test(osmKind), properties['population']);
    return makeFeature('places', { kind, rank, ...names });
  },
};

export const SHORTBREAD: Schema = {
  title: 'Shortbread',
  layers: new Set(Object.keys(LAYERS)),
  translate: (layer, properties) => LAYERS[layer]?.(textOf(properties['kind']), properties) ?? [],
  search: {
    named: new Set(['street_labels', 'streets_polygons_labels', 'place_labels']),
    landmarks: new Set(['pois', 'public_transport']),
    separator: '_',
  },
};
