import { Compression, TileType } from 'pmtiles';

/** Where the parts of an archive lie, and what they hold. */
export interface WrittenHeader {
  root: readonly [offset: number, length: number];
  metadata: readonly [offset: number, length: number];
  leaves: readonly [offset: number, length: number];
  tiles: readonly [offset: number, length: number];
  addressed: number;
  entries: number;
  contents: number;
  minZoom: number;
  maxZoom: number;
  bounds: readonly [west: number, south: number, east: number, north: number];
}

const HEADER_BYTES = 127;

/** Writes the header of an archive (PMTiles specification 3.x, chapter 3) of vector tiles, everything packed with gzip. */
export function writeHeader(header: WrittenHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('PMTiles\u0003'));
  const { root, metadata, leaves, tiles, addressed, entries, contents } = header;
  [...root, ...metadata, ...leaves, ...tiles, addressed, entries, contents].forEach((value, index) =>
    view.setBigUint64(8 + index * 8, BigInt(value), true),
  );
  // Tiles lie in the order of the directory.
  bytes.set([1, Compression.Gzip, Compression.Gzip, TileType.Mvt, header.minZoom, header.maxZoom], 96);
  const [west, south, east, north] = header.bounds;
  const centre = [(west + east) / 2, (south + north) / 2];
  const setDegrees = (offset: number, degrees: number) =>
    view.setInt32(offset, Math.round(degrees * 1e7), true);
  header.bounds.forEach((degrees, index) => setDegrees(102 + index * 4, degrees));
  view.setUint8(118, header.minZoom);
  centre.forEach((degrees, index) => setDegrees(119 + index * 4, degrees));
  return bytes;
}
