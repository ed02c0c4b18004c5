import { boxAround, type UnitBox } from '#network/vector-tile/box.ts';
import { TILE_UNITS } from './map-levels.ts';
import {
  POLYGON,
  readLayers,
  type TileFeature,
  type TileProperties,
} from '#network/vector-tile/read-vector-tile.ts';

/** Several times what a dense city needs. The layer that exceeds a limit, and those after it, are not drawn. */
const MAX_POSITIONS = 200_000;
const MAX_PARTS = 40_000;

/** Lines, rings or points with the same properties: all houses of a tile are one shape. */
export interface Shape {
  properties: Readonly<TileProperties>;
  isArea: boolean;
  parts: readonly Part[];
}

/** A line, a ring, or all points of a shape. */
export interface Part extends UnitBox {
  /** x and y alternating, in units of the tile. */
  positions: Float32Array;
}

/**
 * Reads a tile and yields each of its known layers.
 * @throws TileError if it is malformed, after yielding the layers before
 */
export function* readShapes<Layer extends string>(
  bytes: Uint8Array,
  known: readonly Layer[],
): Generator<[layer: Layer, shapes: Shape[]], void> {
  const isKnown = (name: string): name is Layer => known.some((layer) => layer === name);
  let positionsLeft = MAX_POSITIONS;
  let partsLeft = MAX_PARTS;
  for (const { name, extent, features } of readLayers(bytes, isKnown)) {
    const shapes: Shape[] = [];
    for (const feature of features) {
      positionsLeft -= feature.geometry.positions.length / 2;
      partsLeft -= feature.geometry.ends.length;
      if (positionsLeft < 0 || partsLeft < 0) return;
      shapes.push(shapeOf(feature, TILE_UNITS / extent));
    }
    if (isKnown(name)) yield [name, shapes];
  }
}

function shapeOf({ type, properties, geometry: { positions, ends } }: TileFeature, scale: number): Shape {
  return {
    properties,
    isArea: type === POLYGON,
    parts: ends.map((end, at) => partOf(positions, ends[at - 1] ?? 0, end, scale)),
  };
}

function partOf(from: Int32Array, start: number, end: number, scale: number): Part {
  const positions = new Float32Array(from.subarray(start, end));
  for (let at = 0; at < positions.length; at++) positions[at]! *= scale;
  return { positions, ...boxAround(positions) };
}
