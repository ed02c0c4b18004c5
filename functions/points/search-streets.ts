import { Compression } from 'pmtiles';
import { AppError } from '#platform/errors.ts';
import { openGazetteer, type Gazetteer } from '#search/gazetteer/open-gazetteer.ts';
import { unpack } from '#network/archive/open-archive.ts';
import type { ReadCache } from '#async/once.ts';
import { createLruCache } from '../files/lru-cache.ts';
import { NO_TURNS, type Turns } from '../http/turns.ts';
import type { createStreetsServer } from '../files/serve-streets.ts';
import { storeFailure } from '../files/store.ts';
import { filesOf } from './cache-files.ts';

/** Number of cached parsed files: indexes, pages of 512 rows, tiles with house numbers. */
const MAX_CACHED_FILES = 90;
/** Approximate size of a parsed page. */
const PAGE_BYTES = 200_000;
/** In bytes, decompressed; a page takes a fiftieth of it, a tile a quarter. */
const LARGEST_FILE = 2 * 1024 * 1024;

/** Searches the published streets for the function itself. */
export interface StreetsSearch {
  /** Opens the gazetteer for a request. */
  open: () => Gazetteer;
}

/**
 * The picker's gazetteer over the function's own streets, without requests to itself. It is opened
 * for each request, since requests at the edge can't share promises, from a cache of parsed files.
 */
export function createStreetsSearch(
  { readFile, findManifest }: ReturnType<typeof createStreetsServer>,
  { pause }: Turns = NO_TURNS,
): StreetsSearch {
  const files = filesOf(async (name) => {
    const file = await readFile(name);
    if (file === null) throw new AppError('not_found', `There is no ${name}.`, { problems: [name] });
    return file.isPacked ? unpackFile(file.bytes) : file.bytes;
  });
  const cache = createLruCache(MAX_CACHED_FILES * PAGE_BYTES);
  const cacheParsed: ReadCache = async (name, read, weigh = () => PAGE_BYTES) => {
    await pause();
    return cache.getOrRead(name, read, weigh);
  };
  return { open: () => openGazetteer({ files, readManifest: findManifest, cache: cacheParsed }) };
}

async function unpackFile(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(await unpack(packed, Compression.Gzip, LARGEST_FILE));
  } catch (cause) {
    throw storeFailure("A file of the streets can't be decompressed.", cause);
  }
}
