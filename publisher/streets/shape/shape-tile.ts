import {
  LINE,
  POLYGON,
  type TileFeature,
  type TileLayer,
  type TileProperties,
} from '#network/vector-tile/read-vector-tile.ts';
import { GROUND, ROAD_KINDS } from '../schema/kinds.ts';
import { LAYERS, type StreetLayer, type Schema } from '../schema/ours.ts';
import { chooseDetail, isDrawn, UNITS, type Detail } from './detail.ts';
import { joinLines, chooseLabelLines } from './join-lines.ts';
import { clipRing, measureRingArea, orderParts, type GeometryPart } from './part.ts';
import { simplifyLine, simplifyRing } from './simplify.ts';

/** Limit of positions per feature: readers draw feature by feature, and none should take long. */
const POSITIONS_IN_FEATURE = 2_000;
const JOINED = new Set<StreetLayer>(['roads', 'waterways', 'boundaries', 'road_names', 'water_names']);

/** The features of a layer that have the same type and properties. */
interface Group {
  layer: StreetLayer;
  type: TileFeature['type'];
  properties: TileProperties;
  parts: GeometryPart[];
}

/**
 * Makes the published tile from an archive's: features that are drawn at this zoom, translated, simplified to visible detail.
 * @param deepest the archive's highest zoom, whose tiles are enlarged at higher zooms
 */
export function shapeTile(
  source: readonly TileLayer[],
  schema: Schema,
  zoom: number,
  deepest: number,
): TileLayer[] {
  const groups = new Map<string, Group>();
  for (const { name, extent, features } of source) {
    for (const { type, properties: theirs, geometry } of features) {
      for (const { layer, properties } of schema.translate(name, theirs, type)) {
        if (!isDrawn(layer, properties['kind'], zoom, deepest)) continue;
        const key = JSON.stringify([layer, type, properties]);
        const group: Group = groups.get(key) ?? { layer, type, properties, parts: [] };
        groups.set(key, group);
        const { positions, ends } = geometry;
        const toUnits = (value: number) => Math.round(value * (UNITS / extent));
        for (const [at, end] of ends.entries())
          group.parts.push(Array.from(positions.subarray(ends[at - 1] ?? 0, end), toUnits));
      }
    }
  }
  const layers = new Map<StreetLayer, TileLayer>();
  for (const group of [...groups.values()].sort((a, b) => orderOf(a) - orderOf(b))) {
    const detail = chooseDetail(group.layer, zoom === deepest);
    const layer = layers.get(group.layer) ?? { name: group.layer, extent: detail.extent, features: [] };
    layers.set(group.layer, layer);
    for (const feature of writeFeatures(group, shapeParts(group, detail, zoom === deepest)))
      layer.features.push(feature);
  }
  return LAYERS.flatMap((name) => layers.get(name) ?? []);
}

/** Joins, simplifies and clips parts, drops small ones, and converts them to units of the written layer. */
function shapeParts(
  { layer, type, properties, parts }: Group,
  detail: Detail,
  isDeepest: boolean,
): GeometryPart[] {
  const { tolerance, extent } = detail;
  const toUnits = (part: GeometryPart) => part.map((value) => Math.round((value * extent) / UNITS));
  if (type === POLYGON)
    return orderParts(shapeRings(parts, detail), isHole).map(toUnits).map(dropRepeated).filter(isRing);
  if (type !== LINE) return parts.map(toUnits);
  const joined = (JOINED.has(layer) ? joinLines(parts) : parts).filter(reachesTile);
  const chosen =
    layer === 'road_names' || layer === 'water_names'
      ? chooseLabelLines(joined, properties, isDeepest)
      : orderParts(joined, () => false);
  return chosen
    .map((line) => dropRepeated(toUnits(simplifyLine(line, tolerance))))
    .filter((line) => line.length >= 4);
}

/** Clips and simplifies rings and drops small ones; the holes of a dropped ring are dropped too. */
function shapeRings(rings: readonly GeometryPart[], { tolerance, area }: Detail): GeometryPart[] {
  let outer = false;
  return rings.flatMap((ring) => {
    const size = measureRingArea(ring) / 2;
    if (size > 0) outer = size >= area;
    if (!outer || Math.abs(size) < area) return [];
    const clipped = clipRing(ring, -REACH, UNITS + REACH);
    return clipped.length < 6 ? [] : [simplifyRing(clipped, tolerance)];
  });
}

/** Buffer around a tile, in UNITS: more than half the width of the widest road at the largest scale. */
const REACH = 16;

/** Whether a part's bounding box meets the tile or its buffer. */
function reachesTile(part: GeometryPart): boolean {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < part.length; at += 2) {
    west = Math.min(west, part[at]!);
    east = Math.max(east, part[at]!);
    north = Math.min(north, part[at + 1]!);
    south = Math.max(south, part[at + 1]!);
  }
  return east > -REACH && west < UNITS + REACH && south > -REACH && north < UNITS + REACH;
}

const isHole = (part: GeometryPart) => measureRingArea(part) < 0;
const isRing = (part: GeometryPart) => part.length >= 6 && measureRingArea(part) !== 0;

function dropRepeated(part: GeometryPart): GeometryPart {
  const dropped: GeometryPart = [];
  for (let at = 0; at < part.length; at += 2) {
    const length = dropped.length;
    if (length > 0 && part[at] === dropped[length - 2] && part[at + 1] === dropped[length - 1]) continue;
    dropped.push(part[at]!, part[at + 1]!);
  }
  return dropped;
}

/** Makes the features of a group: one, or several if it is large. A ring's holes stay in its feature. */
function writeFeatures({ type, properties }: Group, parts: readonly GeometryPart[]): TileFeature[] {
  const features: TileFeature[] = [];
  let positions: number[] = [];
  let ends: number[] = [];
  const end = () => {
    if (ends.length > 0)
      features.push({ type, properties, geometry: { positions: Int32Array.from(positions), ends } });
    [positions, ends] = [[], []];
  };
  for (const part of parts) {
    const isInLast = type === POLYGON && isHole(part);
    if (!isInLast && positions.length + part.length > POSITIONS_IN_FEATURE * 2) end();
    for (const value of part) positions.push(value);
    // Keep all points in a single part.
    if (type === LINE || type === POLYGON) ends.push(positions.length);
    else ends = [positions.length];
  }
  end();
  return features;
}

const GROUND_ORDER = [...new Set(GROUND.values())];
const ROAD_ORDER = [...new Set(ROAD_KINDS.values())];

/** Drawing order within a layer: ground from large to small; tunnels, roads, bridges, each from small roads to large. */
function orderOf({ layer, properties }: Group): number {
  const { kind } = properties;
  if (layer === 'ground') return GROUND_ORDER.indexOf(String(kind));
  if (layer === 'places') return Number(properties['rank']);
  if (layer !== 'roads') return 0;
  const level = properties['tunnel'] === true ? 0 : properties['bridge'] === true ? 2 : 1;
  return level * 100 + ROAD_ORDER.indexOf(String(kind)) * 2 + (properties['link'] === true ? 0 : 1);
}
