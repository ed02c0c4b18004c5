import { readShapes, type Shape } from '../tile-reader.ts';

/** Layers of a street tile, as written by `publisher/streets/schema/ours.ts`. */
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

/** Reads a tile; yields after each layer. Returns the layers before the first malformed one. */
export function* readStreetTile(bytes: Uint8Array): Generator<void, StreetTile> {
  const tile: StreetTile = {};
  try {
    for (const [layer, shapes] of readShapes(bytes, LAYERS)) {
      tile[layer] ??= shapes;
      yield;
    }
  } catch {
    // The layers read so far are drawn.
  }
  return tile;
}
