import type { Compression } from 'pmtiles';
import { ArchiveError, ENTRY_BYTES, type Directory } from '#network/archive/directory.ts';
import { findTile, openArchive, readLeaf, type ArchiveHead } from '#network/archive/open-archive.ts';
import { createLruCache } from './lru-cache.ts';
import { storeFailure, type FileStore } from './store.ts';

/** Cache size. An area of a country has 10 MB of directories, of which a part is used; an edge isolate has 128 MB in all. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
/** In bytes; tiles by `npm run streets` have at most a tenth of it. */
const LARGEST_TILE = 4 * 1024 * 1024;

interface StoredTile {
  bytes: Uint8Array<ArrayBuffer>;
  compression: Compression;
}

/** Thrown through the archive reader, and caught in this file. */
class NoArchive extends Error {}

/** Reads tiles of archives. Heads and directories are cached as plain data, limited in bytes. */
export function createStreetArchives(store: FileStore) {
  const cache = createLruCache(MAX_CACHE_BYTES);

  const readerOf = (name: string) => async (offset: number, length: number) => {
    const bytes = await store.read(name, { offset, length });
    if (bytes === null) throw new NoArchive();
    return bytes;
  };

  const findHead = (name: string) =>
    cache.getOrRead(
      name,
      () => openArchive(readerOf(name)),
      ({ root }) => measure(root),
    );

  const findLeaf = (name: string, { header }: ArchiveHead, offset: number, length: number) =>
    cache.getOrRead(`${name}#${offset}`, () => readLeaf(readerOf(name), header, offset, length), measure);

  return {
    /**
     * @param tile its PMTiles id, the position on the Hilbert curve
     * @returns null for an empty tile; @throws AppError `unavailable`
     */
    async readTile(name: string, tile: number): Promise<StoredTile | null | 'no archive'> {
      try {
        const head = await findHead(name);
        const place = await findTile(head, tile, (offset, length) => findLeaf(name, head, offset, length));
        if (place === null || place.length === 0) return null;
        if (place.length > LARGEST_TILE) throw new ArchiveError('A tile is too long.');
        const bytes = await readerOf(name)(place.offset, place.length);
        return { bytes, compression: head.header.tileCompression };
      } catch (error) {
        if (error instanceof NoArchive) return 'no archive';
        if (error instanceof ArchiveError) throw storeFailure(`Streets: ${error.message}`, error);
        throw error;
      }
    },
  };
}

const measure = ({ tiles }: Directory) => 500 + tiles.length * ENTRY_BYTES;
