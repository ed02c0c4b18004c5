import { readShapes, type Shape } from '../tile-reader.ts';

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

export type StreetTile = Partial<Record<LayerName, readonly Shape[]>>;

/** Reads a tile, a layer at a step. Of one that is broken somewhere, what stands before that is there. */
export function* readStreetTile(bytes: Uint8Array): Generator<void, StreetTile> {
  const tile: StreetTile = {};
  try {
    for (const [layer, shapes] of readShapes(bytes, LAYERS)) {
      tile[layer] ??= shapes;
      yield;
    }
  } catch {
    // What was read until here is drawn.
  }
  return tile;
}
