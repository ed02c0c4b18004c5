import { TileError, type TileProperties } from '../vector-tile/read-vector-tile.ts';
import { type MapTileAddress, sideOf, TILE_UNITS } from './map-levels.ts';
import { type Part, readShapes, type Shape } from './tile-reader.ts';

/** Land and borders reach so far beyond their tile, as a share of its side, that no seam shows between neighbours. */
export const BUFFER = 1 / 128;
/** A country's weight is told in so many units. */
export const COUNTRY_WEIGHT_UNITS = 2 ** 12;

const LAYERS = ['land', 'borders', 'places', 'villages', 'countries'] as const;

export interface NamedPlace {
  /** Units. */
  x: number;
  y: number;
  /** A country's is an ISO 3166-1 code. */
  name: string;
  /** A town's population in hundreds; a country's side, were it a square. */
  weight: number;
}

/** A tile of the offline map, which scripts/basemap/make-tiles.ts makes: a vector tile like one of streets. */
export interface MapTile {
  /** Rings; those inside others are holes (even-odd rule). */
  land: readonly Part[];
  /** Lines between countries. */
  borders: readonly Part[];
  /** The most populous first. */
  places: readonly NamedPlace[];
  /** Smaller ones, and parts of towns; likewise. */
  villages: readonly NamedPlace[];
  countries: readonly NamedPlace[];
}

/**
 * Reads a tile, a layer at a step.
 * @throws TileError where it is broken, or no tile of the map
 */
export function* readMapTile(bytes: Uint8Array, address: MapTileAddress): Generator<void, MapTile> {
  const layers: Partial<Record<(typeof LAYERS)[number], readonly Shape[]>> = {};
  for (const [layer, shapes] of readShapes(bytes, LAYERS)) {
    layers[layer] = shapes;
    yield;
  }
  const { land = [], borders = [], places = [], villages = [], countries = [] } = layers;
  if (Object.keys(layers).length === 0) throw new TileError('There is nothing of the map in it.');
  return {
    land: land.flatMap(({ parts }) => parts),
    borders: borders.flatMap(({ parts }) => parts),
    places: places.flatMap((shape) => placeOf(shape, address)),
    villages: villages.flatMap((shape) => placeOf(shape, address)),
    countries: countries.flatMap((shape) => placeOf(shape, address)),
  };
}

/** @returns none where the tile doesn't say what a name needs */
function placeOf({ properties, parts: [part] }: Shape, { level, column, row }: MapTileAddress): NamedPlace[] {
  const { name, weight } = properties as TileProperties;
  if (typeof name !== 'string' || typeof weight !== 'number' || part === undefined) return [];
  const side = sideOf(level);
  const x = (column + part.west / TILE_UNITS) * side;
  const y = (row + part.north / TILE_UNITS) * side;
  return [{ x, y, name, weight }];
}
