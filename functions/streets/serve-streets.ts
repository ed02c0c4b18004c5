import { Compression, zxyToTileId } from 'pmtiles';
import {
  STREETS_FOLDER,
  streetsManifestSchema,
  type StreetsArea,
  type StreetsManifest,
} from '../../src/lib/contract/streets.ts';
import { isRecent } from '../points/lru-cache.ts';
import { NO_SUCH_FILE } from '../pages/find-file.ts';
import { RefusedError, refuseForNow } from '../refusal.ts';
import { storedName } from '#search/gazetteer/format.ts';
import { createStreetArchives } from './street-archives.ts';
import { StoreError, type StreetsStore } from './store.ts';

const MANIFEST = 'manifest.json';
const TILE = /^([a-z0-9-]{1,63})\/([0-9a-f]{16})\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.mvt$/;
const GAZETTEER_FILE = /^([a-z0-9-]{1,63})\/([0-9a-f]{16})\/((?:index|\d{1,6})\.json)$/;
/** First bytes of a gzip file; a store may have decompressed a file in transit. */
const GZIP = [0x1f, 0x8b];

/**
 * Serves published streets: the manifest, and tiles and gazetteers as they are stored. Only
 * versions in the manifest are read, so that no request makes the function read other files of the
 * store. Hono omits the bodies of answers to HEAD.
 */
export function createStreetsServer(store: StreetsStore, now: () => number) {
  const archives = createStreetArchives(store);
  let current: { manifest: StreetsManifest | null; readAtMs: number } | null = null;

  async function findManifest(): Promise<StreetsManifest | null> {
    if (current !== null && isRecent(current.readAtMs, now(), store.cacheMs)) return current.manifest;
    const bytes = await store.readWhole(MANIFEST);
    const manifest = bytes === null ? null : parseManifest(bytes);
    current = { manifest, readAtMs: now() };
    return manifest;
  }

  async function findArea(
    name: string,
    version: string,
    of: (area: StreetsArea) => { version: string; earlier?: string | undefined } | undefined = (area) => area,
  ): Promise<StreetsArea | undefined> {
    const manifest = await findManifest();
    return manifest?.areas.find((area) => {
      const { version: current, earlier } = of(area) ?? {};
      return area.name === name && (current === version || earlier === version);
    });
  }

  async function answerManifest(request: Request): Promise<Response> {
    const manifest = await findManifest();
    // Not 404, which browsers would log as an error in every shop without streets.
    if (manifest === null) return new Response(null, { status: 204 });
    const etag = `"${manifest.version}"`;
    const headers = { 'content-type': 'application/json', etag };
    if (request.headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers });
    return new Response(JSON.stringify(manifest), { headers });
  }

  async function answerTile(match: RegExpExecArray): Promise<Response> {
    const [name, version, ...numbers] = match.slice(1) as [string, string, ...string[]];
    const [z, x, y] = numbers.map(Number) as [number, number, number];
    const area = await findArea(name, version);
    if (area === undefined || z < area.minZoom || z > area.maxZoom || Math.max(x, y) >= 2 ** z)
      return answerNotFound();
    const tile = await archives.readTile(`${name}/${version}.pmtiles`, zxyToTileId(z, x, y));
    if (tile === 'no archive') {
      // The file was removed since the manifest was read: read the manifest again.
      current = null;
      return answerNotFound();
    }
    if (tile === null) return new Response(null, { status: 204 });
    const headers: Record<string, string> = { 'content-type': 'application/vnd.mapbox-vector-tile' };
    if (tile.compression === Compression.Gzip) headers['content-encoding'] = 'gzip';
    // `encodeBody` tells workerd that the bytes are compressed already; other runtimes ignore it.
    const packed: ResponseInit & { encodeBody: 'manual' } = { headers, encodeBody: 'manual' };
    return new Response(tile.bytes, packed);
  }

  async function answerGazetteer(match: RegExpExecArray): Promise<Response> {
    const [name, version, file] = match.slice(1) as [string, string, string];
    if ((await findArea(name, version, ({ search }) => search)) === undefined) return answerNotFound();
    const bytes = await store.readWhole(storedName(name, version, file));
    if (bytes === null) {
      current = null;
      return answerNotFound();
    }
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (GZIP.every((byte, at) => bytes[at] === byte)) headers['content-encoding'] = 'gzip';
    const packed: ResponseInit & { encodeBody: 'manual' } = { headers, encodeBody: 'manual' };
    return new Response(bytes, packed);
  }

  /** Answers a request below `/streets/`. @throws RefusedError 503 if the store fails */
  async function serve(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(STREETS_FOLDER.length);
    const match = TILE.exec(path);
    try {
      if (path === MANIFEST) return await answerManifest(request);
      if (match !== null) return await answerTile(match);
      const file = GAZETTEER_FILE.exec(path);
      return file === null ? answerNotFound() : await answerGazetteer(file);
    } catch (error) {
      throw error instanceof StoreError ? new RefusedError(refuseForNow(error.message)) : error;
    }
  }

  /** `findManifest`: the manifest as it is served; null without streets. Throws StoreError. */
  return { serve, findManifest };
}

function parseManifest(bytes: Uint8Array): StreetsManifest {
  try {
    return streetsManifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new StoreError("the streets' manifest can't be read", { cause });
  }
}

const answerNotFound = () => new Response(NO_SUCH_FILE, { status: 404 });
