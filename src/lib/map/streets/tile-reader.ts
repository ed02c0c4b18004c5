import {
  POLYGON,
  readLayers,
  type TileFeature,
  type TileProperties,
} from '../../vector-tile/read-vector-tile.ts';

/** Layers of a street tile, as `streets/schema/ours.ts` writes them. */
const LAYERS = [
  'ground',
  'water',
  'waterways',
  'buildings',
  'roads',
  'squares',
  'boundaries',
  'road_names',
  'places',
  'water_names',
  'house_numbers',
  'stations',
] as const;
export type LayerName = (typeof LAYERS)[number];
const KNOWN: ReadonlySet<string> = new Set(LAYERS);

/** A tile is so many units wide and high, whatever extent its layers were written with. */
export const TILE_UNITS = 4096;
/** Several times what a dense city has. What a tile has beyond is not drawn. */
const MAX_POSITIONS = 200_000;
const MAX_PARTS = 40_000;

/** Lines, rings or points that have the same properties: houses of a tile are one. */
export interface Shape {
  properties: Readonly<TileProperties>;
  isArea: boolean;
  parts: readonly Part[];
}

/** A line or a ring; all points are one. */
export interface Part {
  /** x and y in turn, in units of the tile. */
  positions: Float32Array;
  west: number;
  north: number;
  east: number;
  south: number;
}

export type StreetTile = Partial<Record<LayerName, readonly Shape[]>>;

/** Reads a tile, a layer at a step. Of one that is broken somewhere, what stands before that is there. */
export function* readStreetTile(bytes: Uint8Array): Generator<void, StreetTile> {
  const tile: StreetTile = {};
  let positionsLeft = MAX_POSITIONS;
  let partsLeft = MAX_PARTS;
  try {
    for (const { name, extent, features } of readLayers(bytes, (name) => KNOWN.has(name))) {
      const shapes: Shape[] = [];
      for (const feature of features) {
        positionsLeft -= feature.geometry.positions.length / 2;
        partsLeft -= feature.geometry.ends.length;
        if (positionsLeft < 0 || partsLeft < 0) return tile;
        shapes.push(shapeOf(feature, TILE_UNITS / extent));
      }
      tile[name as LayerName] ??= shapes;
      yield;
    }
  } catch {
    // What was read until here is drawn.
  }
  return tile;
}

function shapeOf({ type, properties, geometry: { positions, ends } }: TileFeature, scale: number): Shape {
  return {
    properties,
    isArea: type === POLYGON,
    parts: ends.map((end, at) => partOf(positions, ends[at - 1] ?? 0, end, scale)),
  };
}

function partOf(from: Int32Array, start: number, end: number, scale: number): Part {
  const positions = new Float32Array(end - start);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    const x = (positions[at] = from[start + at]! * scale);
    const y = (positions[at + 1] = from[start + at + 1]! * scale);
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  return { positions, west, north, east, south };
}
