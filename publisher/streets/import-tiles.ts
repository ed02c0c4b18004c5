import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { tileIdToZxy, zxyToTileId } from 'pmtiles';
import { TileError, readVectorTile, type TileLayer } from '#network/vector-tile/read-vector-tile.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { ArchiveError } from '#network/archive/directory.ts';
import type { ArchiveWriter } from '#network/archive/write-archive.ts';
import { unpack } from '#network/archive/open-archive.ts';
import type { CheckedArchive } from './check-archive.ts';
import { listTiles, type ArchiveEntry } from '#network/archive/list-tiles.ts';
import type { Collector } from './search/collect.ts';
import { shapeTile } from './shape/shape-tile.ts';
import type { SourceFile } from './source-file.ts';

const gzipAsync = promisify(gzip);

/** Limits in bytes, decompressed and compressed. A tile of a large city has about a megabyte, so more is a decompression bomb. */
const LARGEST_TILE = 16 * 1024 * 1024;
const LARGEST_PACKED = 8 * 1024 * 1024;

/**
 * Imports all tiles of an archive: reads, translates, simplifies and compresses them. Counts and leaves out tiles that can't be
 * read.
 * @param collector receives the tiles of the highest zoom, for the address search; null for an area without search
 * @param show called after each entry with the number of entries read
 * @returns the numbers of entries read (a run of equal tiles counts once), of tiles that can't be read, and of imported house numbers
 * @throws StreetsError if the file is truncated, ArchiveError for damaged directories
 */
export async function importTiles(
  file: SourceFile,
  { head, schema, minZoom, maxZoom }: CheckedArchive,
  writer: ArchiveWriter,
  collector: Collector | null,
  show: (read: number) => void,
  signal?: AbortSignal,
) {
  let [read, bad, houses] = [0, 0, 0];
  const isDrawn = (layer: string) => schema.layers.has(layer);
  const isRead = (layer: string) => isDrawn(layer) || collector!.isWanted(layer);

  async function shape(entry: ArchiveEntry, zoom: number): Promise<Uint8Array | null> {
    if (entry.length > LARGEST_PACKED) throw new TileError('The tile is too long.');
    const packed = await file.read(entry.offset, entry.length);
    const bytes = await unpack(packed, head.header.tileCompression, LARGEST_TILE);
    const isNamed = zoom === maxZoom && collector !== null;
    const source = readVectorTile(bytes, isNamed ? isRead : isDrawn);
    // Collect only the first of a run of tiles with the same content: such runs are open country.
    if (isNamed) collector.add(source, ...tileIdToZxy(entry.tile));
    const layers = shapeTile(source, schema, zoom, maxZoom);
    houses += countHouses(layers);
    return layers.length === 0 ? null : gzipAsync(writeVectorTile(layers), { level: 9 });
  }

  for await (const entry of listTiles(head, file.read, minZoom, maxZoom)) {
    signal?.throwIfAborted();
    for (const { tile, run, zoom } of splitByZoom(entry)) {
      try {
        const bytes = await shape(entry, zoom);
        if (bytes !== null) await writer.add(tile, run, bytes);
      } catch (error) {
        if (!(error instanceof TileError || error instanceof ArchiveError)) throw error;
        bad++;
      }
    }
    show(++read);
  }
  return { read, bad, houses };
}

const countHouses = (layers: readonly TileLayer[]) =>
  layers
    .filter(({ name }) => name === 'house_numbers')
    .flatMap(({ features }) => features)
    .reduce((sum, { geometry }) => sum + geometry.positions.length / 2, 0);

/** Splits a run at the boundaries of zooms, because a tile is shaped for its zoom. */
function* splitByZoom({ tile, run }: ArchiveEntry): Generator<{ tile: number; run: number; zoom: number }> {
  let left = run;
  for (let from = tile; left > 0;) {
    const [zoom] = tileIdToZxy(from);
    const part = Math.min(left, zxyToTileId(zoom + 1, 0, 0) - from);
    yield { tile: from, run: part, zoom };
    from += part;
    left -= part;
  }
}
