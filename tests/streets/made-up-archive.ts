import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import {
  LINE,
  type TileFeature,
  type TileLayer,
  type TileProperties,
} from '#network/vector-tile/read-vector-tile.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { createArchive } from '#network/archive/write-archive.ts';
import { makeFolder } from '../temporary-folder.ts';

export const SHORTBREAD_LAYERS = ['streets', 'street_labels', 'land'];
export const PROTOMAPS_LAYERS = ['roads', 'earth', 'landuse'];

/** Makes a feature of these parts. */
export function drawn(
  type: TileFeature['type'],
  parts: readonly (readonly number[])[],
  properties: TileProperties = {},
): TileFeature {
  let end = 0;
  const ends = parts.map(({ length }) => (end += length));
  return { type, properties, geometry: { positions: Int32Array.from(parts.flat()), ends } };
}

export const layer = (name: string, ...features: TileFeature[]): TileLayer => ({
  name,
  extent: 4096,
  features,
});

/** A street across the tile. */
export const STREET = layer('streets', drawn(LINE, [[0, 2000, 4096, 2000]], { kind: 'primary' }));

/** Writes an archive with one street across the tile `14/8261/6050`, at height `y`. @returns its path */
export const makeStreetAt = (y: number): Promise<string> =>
  makeArchive({
    tiles: { '14/8261/6050': [layer('streets', drawn(LINE, [[0, y, 4000, y]], { kind: 'primary' }))] },
  });

export interface MadeUpArchive {
  layers?: readonly string[];
  /** By `z/x/y`, in any order. */
  tiles?: Readonly<Record<string, readonly TileLayer[] | Uint8Array>>;
  metadata?: object;
  minZoom?: number;
  maxZoom?: number;
  bounds?: [number, number, number, number];
}

/** Writes an archive. @returns its path */
export async function makeArchive({
  layers = SHORTBREAD_LAYERS,
  tiles = { '14/8261/6050': [STREET] },
  metadata = {},
  minZoom = 0,
  maxZoom = 14,
  bounds = [1.4, 42.4, 1.8, 42.7],
}: MadeUpArchive = {}): Promise<string> {
  const path = join(makeFolder(), 'made-up.pmtiles');
  const writer = await createArchive(path);
  const placed = Object.entries(tiles).map(([name, content]) => {
    const [z, x, y] = name.split('/').map(Number) as [number, number, number];
    return { tile: zxyToTileId(z, x, y), content };
  });
  for (const { tile, content } of placed.sort((a, b) => a.tile - b.tile)) {
    const bytes = content instanceof Uint8Array ? content : gzipSync(writeVectorTile(content));
    await writer.add(tile, 1, bytes);
  }
  const vectorLayers = layers.map((id) => ({ id, fields: {} }));
  await writer.finish({ minZoom, maxZoom, bounds, metadata: { vector_layers: vectorLayers, ...metadata } });
  await writer.close();
  return path;
}

/** Copies a file with some bytes changed. */
export function patch(path: string, change: (bytes: Buffer) => Buffer | void): string {
  const bytes = readFileSync(path);
  const patched = join(makeFolder(), 'patched.pmtiles');
  writeFileSync(patched, change(bytes) ?? bytes);
  return patched;
}
