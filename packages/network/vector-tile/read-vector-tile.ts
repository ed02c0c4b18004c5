import { PbfReader } from 'pbf';
import { readGeometry, type Geometry } from './read-geometry.ts';

export type TileValue = string | number | boolean;
export type TileProperties = Record<string, TileValue>;

export const POINT = 1;
export const LINE = 2;
export const POLYGON = 3;

export interface TileFeature {
  type: typeof POINT | typeof LINE | typeof POLYGON;
  /** Without a prototype, because the keys are untrusted. */
  properties: TileProperties;
  geometry: Geometry;
}

export interface TileLayer {
  name: string;
  /** Width of the tile in its units. */
  extent: number;
  features: TileFeature[];
}

/** The bytes are not a valid tile. */
export class TileError extends Error {
  override readonly name = 'TileError';
}

/** Four times the usual 4,096. */
const LARGEST_EXTENT = 16_384;

/**
 * Reads a vector tile (version 1 or 2 of the Mapbox Vector Tile specification). Tiles are untrusted: the
 * number of bytes bounds the work, whatever counts and lengths they contain, and positions are clamped to
 * one tile's side around the tile.
 * @param isWanted which layers to read; others are skipped
 * @throws TileError if it is malformed
 */
export function readVectorTile(bytes: Uint8Array, isWanted: (layer: string) => boolean): TileLayer[] {
  return [...readLayers(bytes, isWanted)];
}

/** As `readVectorTile`, one layer at a time, so that the layers before a malformed one can be used. */
export function* readLayers(
  bytes: Uint8Array,
  isWanted: (layer: string) => boolean,
): Generator<TileLayer, void> {
  try {
    const reader = new PbfReader(bytes);
    while (reader.pos < reader.length) {
      const tag = reader.readVarint();
      if (tag >>> 3 !== 3) {
        reader.skip(tag);
        continue;
      }
      const layer = readLayer(reader, readEnd(reader, reader.length), isWanted);
      if (layer !== null) yield layer;
    }
    if (reader.pos > reader.length) throw new TileError('A field extends beyond its message.');
  } catch (cause) {
    throw cause instanceof TileError ? cause : new TileError('The bytes are not a vector tile.', { cause });
  }
}

function readLayer(reader: PbfReader, end: number, isWanted: (layer: string) => boolean): TileLayer | null {
  const layer: TileLayer = { name: '', extent: 4096, features: [] };
  const keys: string[] = [];
  const values: (TileValue | null)[] = [];
  /**
   * Start and end of each feature, alternating. Features are read last, because their keys and values may
   * follow them.
   */
  const ranges: number[] = [];
  eachField(reader, end, (field) => {
    if (field === 1) layer.name = reader.readString();
    else if (field === 2) {
      const featureEnd = readEnd(reader, end);
      ranges.push(reader.pos, featureEnd);
      reader.pos = featureEnd;
    } else if (field === 3) keys.push(reader.readString());
    else if (field === 4) values.push(readValue(reader, readEnd(reader, end)));
    else if (field === 5) layer.extent = reader.readVarint();
    else return false;
    return true;
  });
  reader.pos = end;
  if (!isWanted(layer.name)) return null;
  if (!(layer.extent >= 1 && layer.extent <= LARGEST_EXTENT))
    throw new TileError('The extent is out of bounds.');
  for (let at = 0; at < ranges.length; at += 2) {
    reader.pos = ranges[at]!;
    const feature = readFeature(reader, ranges[at + 1]!, layer.extent, keys, values);
    if (feature !== null) layer.features.push(feature);
  }
  reader.pos = end;
  return layer;
}

function readFeature(
  reader: PbfReader,
  end: number,
  extent: number,
  keys: readonly string[],
  values: readonly (TileValue | null)[],
): TileFeature | null {
  const properties = Object.create(null) as TileProperties;
  let type = 0;
  let geometryStart = 0;
  let geometryEnd = 0;
  eachField(reader, end, (field) => {
    if (field === 2) {
      const tagsEnd = readEnd(reader, end);
      while (reader.pos < tagsEnd) {
        const key = keys[reader.readVarint()];
        const value = values[reader.readVarint()];
        if (key !== undefined && value !== undefined && value !== null) properties[key] = value;
      }
    } else if (field === 3) type = reader.readVarint();
    else if (field === 4) {
      geometryEnd = readEnd(reader, end);
      geometryStart = reader.pos;
      reader.pos = geometryEnd;
    } else return false;
    return true;
  });
  if (type !== POINT && type !== LINE && type !== POLYGON) return null;
  reader.pos = geometryStart;
  const geometry = readGeometry(reader, geometryEnd, type, extent);
  return geometry.ends.length === 0 ? null : { type, properties, geometry };
}

/** @returns null for a value of an unknown kind */
function readValue(reader: PbfReader, end: number): TileValue | null {
  let value: TileValue | null = null;
  eachField(reader, end, (field) => {
    if (field === 1) value = reader.readString();
    else if (field === 2) value = reader.readFloat();
    else if (field === 3) value = reader.readDouble();
    else if (field === 4) value = reader.readVarint(true);
    else if (field === 5) value = reader.readVarint();
    else if (field === 6) value = reader.readSVarint();
    else if (field === 7) value = reader.readBoolean();
    else return false;
    return true;
  });
  return value;
}

/** Reads all fields of a message. @param read returns false for a field to skip */
function eachField(reader: PbfReader, end: number, read: (field: number) => boolean): void {
  while (reader.pos < end) {
    const tag = reader.readVarint();
    if (!read(tag >>> 3)) reader.skip(tag);
  }
  if (reader.pos > end) throw new TileError('A field extends beyond its message.');
}

/**
 * Reads a length and returns the end of the part that follows.
 * @throws TileError if the end is beyond the enclosing message
 */
function readEnd(reader: PbfReader, outerEnd: number): number {
  const length = reader.readVarint();
  const end = reader.pos + length;
  if (!(end <= outerEnd)) throw new TileError('A part extends beyond its message.');
  return end;
}
