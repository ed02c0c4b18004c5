import { Compression } from 'pmtiles';
import { STREETS_FOLDER } from '../../src/lib/contract/streets.ts';
import { openGazetteer, type Gazetteer } from '#search/gazetteer/open-gazetteer.ts';
import { createSnapshotFiles } from '../../src/lib/network/snapshot-files.ts';
import { unpack } from '../../publisher/streets/archive/open-archive.ts';
import type { Keep } from '#async/once.ts';
import { createLruCache } from '../files/lru-cache.ts';
import { NO_TURNS, type Turns } from '../http/turns.ts';
import type { createStreetsServer } from '../files/serve-streets.ts';

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
  { serve, findManifest }: ReturnType<typeof createStreetsServer>,
  appOrigin: string,
  { pause }: Turns = NO_TURNS,
): StreetsSearch {
  const fetchFile: typeof fetch = async (input) => {
    const answer = await serve(new Request(input));
    if (answer.headers.get('content-encoding') !== 'gzip') return answer;
    return new Response(await unpackFile(new Uint8Array(await answer.arrayBuffer())));
  };
  const files = createSnapshotFiles(`${appOrigin}${STREETS_FOLDER}`, fetchFile);
  const cache = createLruCache(MAX_CACHED_FILES * PAGE_BYTES);
  const keep: Keep = async (name, read, weigh = () => PAGE_BYTES) => {
    await pause();
    return cache.getOrRead(name, read, weigh);
  };
  return { open: () => openGazetteer({ files, readManifest: findManifest, keep }) };
}

async function unpackFile(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await unpack(packed, Compression.Gzip, LARGEST_FILE));
}
