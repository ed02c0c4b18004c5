import { Compression } from 'pmtiles';
import { STREETS_FOLDER } from '../../src/lib/contract/streets.ts';
import { openGazetteer, type Gazetteer } from '../../src/lib/gazetteer/open-gazetteer.ts';
import { unpack } from '../../publisher/streets/archive/open-archive.ts';
import { createLruCache } from '../points/lru-cache.ts';
import { RefusedError } from '../refusal.ts';

/** Cache size of files as they are read, at the edge and on Node. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Of each area on Node, of all at the edge: parsed pages of 512 rows. */
const PAGES_KEPT = 48;
/** Of a parsed page, approximately. */
const PAGE_BYTES = 200_000;
/** In bytes, decompressed; a page has a fiftieth, a tile a quarter of it. */
const LARGEST_FILE = 2 * 1024 * 1024;

/** Searches the published streets for the function itself. */
export interface StreetsSearch {
  /** Opens the gazetteer for a request. */
  open: () => Gazetteer;
}

/**
 * The picker's gazetteer over the function's own streets, without requests to itself.
 * @param serve answers requests for files of the streets
 * @param isShared whether requests can share promises: on Node the gazetteer stays open, at the edge it is opened for each request, from
 * cached files and pages
 */
export function createStreetsSearch(
  serve: (request: Request) => Promise<Response>,
  appOrigin: string,
  isShared: boolean,
): StreetsSearch {
  const kept = createLruCache(KEPT_BYTES);

  const fetchFile: typeof fetch = async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    const isManifest = address.endsWith('/manifest.json');
    const there = isManifest ? undefined : kept.get(address);
    if (there !== undefined) return new Response(there as Uint8Array<ArrayBuffer>);
    const answer = await serve(new Request(address)).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
      return new Response(null, { status: error.refusal.status });
    });
    if (answer.status !== 200) return answer;
    const packed = new Uint8Array(await answer.arrayBuffer());
    const isPacked = answer.headers.get('content-encoding') === 'gzip';
    const bytes = isPacked ? await unpackFile(packed) : packed;
    if (!isManifest) kept.set(address, bytes, bytes.length);
    return new Response(bytes);
  };

  const baseUrl = `${appOrigin}${STREETS_FOLDER}`;
  const parsed = createLruCache(PAGES_KEPT * PAGE_BYTES);
  const keep = <Value>(name: string, read: () => Promise<Value>) =>
    parsed.getOrRead(name, async () => ({ value: await read(), bytes: PAGE_BYTES }));
  const open = () =>
    openGazetteer({ baseUrl, fetch: fetchFile, pagesKept: PAGES_KEPT, ...(!isShared && { keep }) });
  const opened = isShared ? open() : null;
  return { open: () => opened ?? open() };
}

async function unpackFile(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await unpack(packed, Compression.Gzip, LARGEST_FILE));
}
