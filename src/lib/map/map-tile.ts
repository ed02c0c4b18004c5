import { TileError, type TileProperties } from '#network/vector-tile/read-vector-tile.ts';
import { type MapTileAddress, sideOf, TILE_UNITS } from './map-levels.ts';
import { type Part, readShapes, type Shape } from './tile-reader.ts';

/** Margin of land and borders around their tile, as a share of its side, so that no seam shows between neighbours. */
export const BUFFER = 1 / 128;
/** The unit of a country's weight, in Mercator units. */
export const COUNTRY_WEIGHT_UNITS = 2 ** 12;

const LAYERS = ['land', 'lakes', 'borders', 'places', 'villages', 'countries'] as const;

export interface NamedPlace {
  /** Mercator units. */
  x: number;
  y: number;
  /** For a country, its ISO 3166-1 code. */
  name: string;
  /** For a town, its population in hundreds; for a country, the side of a square of its area. */
  weight: number;
}

/** A tile of the offline map: a vector tile, made by scripts/basemap/make-tiles.ts. */
export interface MapTile {
  /** Rings, filled by the even-odd rule. */
  land: readonly Part[];
  /** Lakes, painted over the land; rings as well. */
  lakes: readonly Part[];
  /** Borders between countries, as lines. */
  borders: readonly Part[];
  /** Towns, the most populous first. */
  places: readonly NamedPlace[];
  /** Smaller places and parts of towns, the most populous first. */
  villages: readonly NamedPlace[];
  countries: readonly NamedPlace[];
}

/**
 * Reads a tile; yields after each layer.
 * @throws TileError if it is malformed, or has none of the map's layers
 */
export function* readMapTile(bytes: Uint8Array, address: MapTileAddress): Generator<void, MapTile> {
  const layers: Partial<Record<(typeof LAYERS)[number], readonly Shape[]>> = {};
  for (const [layer, shapes] of readShapes(bytes, LAYERS)) {
    layers[layer] = shapes;
    yield;
  }
  if (Object.keys(layers).length === 0) throw new TileError('The tile has none of the map’s layers.');
  const partsOf = (shapes: readonly Shape[] = []) => shapes.flatMap(({ parts }) => parts);
  const placesOf = (shapes: readonly Shape[] = []) => shapes.flatMap((shape) => placeOf(shape, address));
  return {
    land: partsOf(layers.land),
    lakes: partsOf(layers.lakes),
    borders: partsOf(layers.borders),
    places: placesOf(layers.places),
    villages: placesOf(layers.villages),
    countries: placesOf(layers.countries),
  };
}

/** Returns an empty list if the properties of a named place are missing. */
function placeOf({ properties, parts: [part] }: Shape, { level, column, row }: MapTileAddress): NamedPlace[] {
  const { name, weight } = properties as TileProperties;
  if (typeof name !== 'string' || typeof weight !== 'number' || part === undefined) return [];
  const side = sideOf(level);
  const x = (column + part.west / TILE_UNITS) * side;
  const y = (row + part.north / TILE_UNITS) * side;
  return [{ x, y, name, weight }];
}
