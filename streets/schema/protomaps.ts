import { LINE, POINT, POLYGON, type TileProperties } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { GROUND, PLACES, rankPlace, ROADS, STATIONS, WATERWAYS } from './kinds.ts';
import {
  makeHouseNumber,
  makeRoad,
  makeRoadName,
  readNames,
  readText,
  type Schema,
  type Translated,
} from './ours.ts';

type Read = (properties: TileProperties, type: number) => Translated[];

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Prefers `kind_detail` over `kind`: `tertiary` over `major_road`. */
function readKind(table: ReadonlyMap<string, string>, { kind, kind_detail: detail }: TileProperties) {
  return table.get(textOf(detail)) ?? table.get(textOf(kind));
}

const readGround: Read = (properties, type) => {
  if (type !== POLYGON) return [];
  const { kind: osmKind } = properties;
  if (osmKind === 'pedestrian' || osmKind === 'parking')
    return [{ layer: 'squares', properties: { kind: osmKind } }];
  const kind = GROUND.get(textOf(osmKind));
  return kind === undefined ? [] : [{ layer: 'ground', properties: { kind } }];
};

const readWater: Read = (properties, type) => {
  const names = readNames(properties, ':');
  const named: Translated[] = names === null ? [] : [{ layer: 'water_names', properties: names }];
  if (type === POLYGON) return [{ layer: 'water', properties: {} }];
  if (type === POINT) return named;
  const kind = WATERWAYS.get(textOf(properties['kind']));
  return kind === undefined ? named : [{ layer: 'waterways', properties: { kind } }, ...named];
};

const readRoad: Read = (properties, type) => {
  const { kind: group, kind_detail: detail, is_link: link } = properties;
  const kind = readKind(ROADS, properties);
  if (type !== LINE || kind === undefined || group === 'aeroway' || group === 'aerialway') return [];
  const { is_tunnel: tunnel = false, is_bridge: bridge = false } = properties;
  const isLink = link === true || textOf(detail).endsWith('_link');
  return [
    makeRoad(kind, { tunnel, bridge }, isLink),
    ...makeRoadName(kind, properties, readNames(properties, ':')),
  ];
};

const readBuilding: Read = (properties, type) => {
  if (type === POLYGON)
    return properties['kind'] === 'building' ? [{ layer: 'buildings', properties: {} }] : [];
  return makeHouseNumber(properties['addr_housenumber']);
};

const readStation: Read = (properties, type) => {
  const kind = readKind(STATIONS, properties);
  const name = readText(properties['name']);
  return type !== POINT || kind === undefined || name === ''
    ? []
    : [{ layer: 'stations', properties: { kind, name } }];
};

const readPlace: Read = (properties) => {
  const kind = readKind(PLACES, properties);
  const names = readNames(properties, ':');
  if (kind === undefined || names === null) return [];
  const rank = rankPlace(kind, properties['capital'] !== undefined, properties['population']);
  return [{ layer: 'places', properties: { kind, rank, ...names } }];
};

const readBoundary: Read = ({ kind, kind_detail: level }, type) => {
  const ours = level === 2 || level === 4 ? level : kind === 'country' ? 2 : kind === 'region' ? 4 : null;
  return type !== LINE || ours === null ? [] : [{ layer: 'boundaries', properties: { level: ours } }];
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
};
