import { LINE, POINT, POLYGON, type TileProperties } from '#network/vector-tile/read-vector-tile.ts';
import { GROUND, PLACES, rankPlace, ROAD_KINDS, STATIONS, WATERWAYS } from './kinds.ts';
import {
  makeFeature,
  makeHouseNumber,
  makeKind,
  makeRoad,
  makeRoadName,
  makeStation,
  readNames,
  textOf,
  type Schema,
  type Translated,
} from './ours.ts';

type Read = (properties: TileProperties, type: number) => Translated[];

/** Prefers `kind_detail` over `kind`: `tertiary` over `major_road`. */
function readKind(table: ReadonlyMap<string, string>, { kind, kind_detail: detail }: TileProperties) {
  return table.get(textOf(detail)) ?? table.get(textOf(kind));
}

const readGround: Read = (properties, type) => {
  if (type !== POLYGON) return [];
  const kind = textOf(properties['kind']);
  const isSquare = kind === 'pedestrian' || kind === 'parking';
  return isSquare ? makeKind('squares', kind) : makeKind('ground', GROUND.get(kind));
};

const readWater: Read = (properties, type) => {
  if (type === POLYGON) return makeFeature('water', {});
  const named = makeFeature('water_names', readNames(properties, ':'));
  if (type === POINT) return named;
  return [...makeKind('waterways', WATERWAYS.get(textOf(properties['kind']))), ...named];
};

const readRoad: Read = (properties, type) => {
  const { kind: group, kind_detail: detail, is_link: link } = properties;
  const kind = readKind(ROAD_KINDS, properties);
  if (type !== LINE || kind === undefined || group === 'aeroway' || group === 'aerialway') return [];
  const { is_tunnel: tunnel = false, is_bridge: bridge = false } = properties;
  const isLink = link === true || textOf(detail).endsWith('_link');
  return [
    makeRoad(kind, { tunnel, bridge }, isLink),
    ...makeRoadName(kind, properties, readNames(properties, ':')),
  ];
};

const readBuilding: Read = (properties, type) => {
  if (type !== POLYGON) return makeHouseNumber(properties['addr_housenumber']);
  return makeFeature('buildings', properties['kind'] === 'building' ? {} : null);
};

const readStation: Read = (properties, type) =>
  type === POINT ? makeStation(readKind(STATIONS, properties), properties) : [];

const readPlace: Read = (properties) => {
  const kind = readKind(PLACES, properties);
  const names = readNames(properties, ':');
  if (kind === undefined || names === null) return [];
  const rank = rankPlace(kind, properties['capital'] !== undefined, properties['population']);
  return makeFeature('places', { kind, rank, ...names });
};

const readBoundary: Read = ({ kind, kind_detail: level }, type) => {
  const ours = level === 2 || level === 4 ? level : kind === 'country' ? 2 : kind === 'region' ? 4 : null;
  return makeFeature('boundaries', type !== LINE || ours === null ? null : { level: ours });
};

/** Layers of the Protomaps basemap, version 4 (https://docs.protomaps.com/basemaps/layers), with the reader of each. */
const LAYERS: Readonly<Record<string, Read>> = {
  landcover: readGround,
  landuse: readGround,
  water: readWater,
  roads: readRoad,
  buildings: readBuilding,
  pois: readStation,
  places: readPlace,
  boundaries: readBoundary,
};

export const PROTOMAPS: Schema = {
  title: 'Protomaps',
  layers: new Set(Object.keys(LAYERS)),
  translate: (layer, properties, type) => LAYERS[layer]?.(properties, type) ?? [],
  search: { named: new Set(['roads', 'places']), landmarks: new Set(['pois']), separator: ':' },
};
