import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { Compression, TileType } from 'pmtiles';
import type { ArchiveEntry } from './list-tiles.ts';
import { BEGINNING, HEAD_BYTES, HEADER_BYTES } from './open-archive.ts';

/** Header fields that don't follow from the tiles, and the metadata. */
export interface Contents {
  minZoom: number;
  maxZoom: number;
  bounds: readonly [west: number, south: number, east: number, north: number];
  metadata: object;
}

const BEST = { level: 9 };
/** Small enough to read a leaf directory in one short request, large enough that panning the map needs few of them. */
const ENTRIES_IN_LEAF = 4096;
/** Deduplicate tiles up to this size in bytes (open sea). Larger ones are rarely equal, and their hashes would take memory. */
const LARGEST_SHARED = 1024;

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

type Place = readonly [offset: number, length: number];

/** Writes a PMTiles archive: tiles as they are added; leaf directories, metadata and the reserved head when it is finished. */
export async function createArchive(path: string) {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  const entries: ArchiveEntry[] = [];
  const shared = new Map<string, number>();
  let end = HEAD_BYTES;
  let addressed = 0;
  let contents = 0;

  async function append(bytes: Uint8Array): Promise<Place> {
    await file.write(bytes, 0, bytes.length, end);
    end += bytes.length;
    return [end - bytes.length, bytes.length];
  }

  return {
    /**
     * @param tile tile id, in ascending order
     * @param run number of consecutive tiles with this content
     * @param bytes compressed with gzip
     */
    async add(tile: number, run: number, bytes: Uint8Array): Promise<void> {
      hash.update(`${tile}:${run}:${bytes.length}\n`).update(bytes);
      addressed += run;
      const key = bytes.length <= LARGEST_SHARED ? createHash('sha256').update(bytes).digest('base64') : null;
      const sharedOffset = key === null ? undefined : shared.get(key);
      const last = entries.at(-1);
      if (sharedOffset !== undefined && last?.offset === sharedOffset && last.tile + last.run === tile) {
        last.run += run;
        return;
      }
      const offset = sharedOffset ?? end - HEAD_BYTES;
      entries.push({ tile, run, offset, length: bytes.length });
      if (sharedOffset !== undefined) return;
      if (key !== null) shared.set(key, offset);
      contents++;
      await append(bytes);
    },

    /** @returns the version (16 hexadecimal digits of a hash over the content), the file's size and the number of tiles */
    async finish({ metadata, ...rest }: Contents) {
      hash.update(JSON.stringify({ metadata, ...rest }));
      const tiles: Place = [HEAD_BYTES, end - HEAD_BYTES];
      const { root, leaves } = packDirectories(entries);
      const leavesPlace = await append(leaves);
      const metadataPlace = await append(gzipSync(JSON.stringify(metadata), BEST));
      const places = [[HEADER_BYTES, root.length], metadataPlace, leavesPlace, tiles] as const;
      const header = writeHeader(rest, places, [addressed, entries.length, contents]);
      const head = new Uint8Array(HEAD_BYTES);
      head.set(header);
      head.set(root, HEADER_BYTES);
      await file.write(head, 0, head.length, 0);
      await file.sync();
      return { version: hash.digest('hex').slice(0, 16), bytes: end, tiles: addressed };
    },

    close: () => file.close(),
  };
}

/** Packs a single root directory if all entries fit into the head, otherwise leaf directories and a root that refers to them. */
function packDirectories(entries: readonly ArchiveEntry[]): { root: Uint8Array; leaves: Uint8Array } {
  const whole = gzipSync(writeDirectory(entries), BEST);
  if (whole.length <= HEAD_BYTES - HEADER_BYTES) return { root: whole, leaves: new Uint8Array() };
  for (let size = ENTRIES_IN_LEAF; ; size *= 2) {
    const leaves: Uint8Array[] = [];
    const leading: ArchiveEntry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = gzipSync(writeDirectory(entries.slice(from, from + size)), BEST);
      leading.push({ tile: entries[from]!.tile, run: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = gzipSync(writeDirectory(leading), BEST);
    if (root.length <= HEAD_BYTES - HEADER_BYTES) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** Writes a directory (PMTiles specification 3.x, chapter 4), uncompressed. @param entries in ascending order of tile id */
export function writeDirectory(entries: readonly ArchiveEntry[]): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  entries.forEach(({ tile }, index) => writer.writeVarint(tile - (entries[index - 1]?.tile ?? 0)));
  for (const { run } of entries) writer.writeVarint(run);
  for (const { length } of entries) writer.writeVarint(length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    const follows = before !== undefined && before.offset + before.length === offset;
    writer.writeVarint(follows ? 0 : offset + 1);
  });
  return writer.finish();
}

/**
 * Writes the header of an archive (PMTiles specification 3.x, chapter 3) of vector tiles, compressed with gzip throughout.
 * @param places of the root directory, the metadata, the leaf directories and the tile data
 * @param counts of addressed tiles, tile entries and tile contents
 */
function writeHeader(
  { minZoom, maxZoom, bounds }: Omit<Contents, 'metadata'>,
  places: readonly Place[],
  counts: readonly number[],
): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(BEGINNING));
  [...places.flat(), ...counts].forEach((value, index) =>
    view.setBigUint64(8 + index * 8, BigInt(value), true),
  );
  // Clustered (the first 1): tiles are in the order of the directory.
  bytes.set([1, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom], 96);
  const [west, south, east, north] = bounds;
  const centre = [(west + east) / 2, (south + north) / 2];
  const setDegrees = (offset: number, degrees: number) =>
    view.setInt32(offset, Math.round(degrees * 1e7), true);
  bounds.forEach((degrees, index) => setDegrees(102 + index * 4, degrees));
  view.setUint8(118, minZoom);
  centre.forEach((degrees, index) => setDegrees(119 + index * 4, degrees));
  return bytes;
}
