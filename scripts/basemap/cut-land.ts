import geojsonVt, { type RawFeature } from 'geojson-vt';
import type { Geometry } from 'geojson';
import { latitudeAt, longitudeAt } from '#network/snapshot-format/mercator.ts';
import { LINE, POLYGON, type TileFeature, type TileLayer } from '#network/vector-tile/read-vector-tile.ts';
import { BUFFER } from '../../src/lib/map/map-tile.ts';
import type { MapPosition } from './geometry.ts';
import type { Geography } from './natural-earth.ts';

/**
 * Cuts land, the lakes on it and borders into the tiles of a level, each with a buffer around it.
 * @param extent units per side of a tile
 * @returns function that makes the layers of a tile; `isAll` is whether land covers all of it
 */
export function cutLand(
  { polygons, borders }: Geography,
  lakes: readonly MapPosition[][][],
  level: number,
  extent: number,
) {
  const buffer = extent * BUFFER;
  // Don't simplify here: readNaturalEarth already has simplified the shared boundaries.
  const options = { maxZoom: level, indexMaxZoom: level, indexMaxPoints: 0, tolerance: 0, extent, buffer };
  const index = (geometry: Geometry) => new geojsonVt({ type: 'Feature', properties: {}, geometry }, options);
  const indexAreas = (areas: readonly MapPosition[][][]) =>
    index({ type: 'MultiPolygon', coordinates: areas.map((rings) => rings.map(closeRing)) });
  const land = indexAreas(polygons);
  const water = indexAreas(lakes);
  const lines = index({ type: 'MultiLineString', coordinates: borders.map((line) => line.map(toDegrees)) });
  return (column: number, row: number) => {
    const layerOf = (name: string, type: typeof LINE | typeof POLYGON, tiles: typeof land): TileLayer[] => {
      const features = (tiles.getTileRaw(level, column, row)?.features ?? []).flatMap((feature) =>
        featureOf(feature, type),
      );
      return features.length === 0 ? [] : [{ name, extent, features }];
    };
    const layers = [
      ...layerOf('land', POLYGON, land),
      ...layerOf('lakes', POLYGON, water),
      ...layerOf('borders', LINE, lines),
    ];
    return { layers, isAll: isBox(layers[0]?.features ?? [], -buffer, extent + buffer) };
  };
}

const toDegrees = ([x, y]: MapPosition): MapPosition => [longitudeAt(x), latitudeAt(y)];
const closeRing = (ring: readonly MapPosition[]) => [...ring, ring[0]!].map(toDegrees);

/** Converts a feature of geojson-vt. @returns an empty list if none of it remains */
function featureOf(feature: RawFeature, type: typeof LINE | typeof POLYGON): TileFeature[] {
  const positions: number[] = [];
  const ends: number[] = [];
  for (const path of feature.type === 2 || feature.type === 3 ? feature.geometry : []) {
    const start = positions.length;
    for (let at = 0; at < path.length; at += 2) {
      const isSame =
        positions.length > start && path[at] === positions.at(-2) && path[at + 1] === positions.at(-1);
      if (!isSame) positions.push(path[at]!, path[at + 1]!);
    }
    // Drop the last position of a ring, which is implicitly closed.
    const closes =
      type === POLYGON &&
      positions.length > start + 2 &&
      positions[start] === positions.at(-2) &&
      positions[start + 1] === positions.at(-1);
    if (closes) positions.length -= 2;
    if (positions.length - start < type * 2) positions.length = start;
    else ends.push(positions.length);
  }
  return ends.length === 0
    ? []
    : [{ type, properties: {}, geometry: { positions: Int32Array.from(positions), ends } }];
}

/** Whether the features are a single ring along the edges of the buffer. */
function isBox(features: readonly TileFeature[], least: number, most: number): boolean {
  if (features.length !== 1) return false;
  const { positions, ends } = features[0]!.geometry;
  const isOnEdge = (value: number) => value === least || value === most;
  return ends.length === 1 && positions.length === 8 && positions.every(isOnEdge);
}
