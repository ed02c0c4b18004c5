import { Compression, zxyToTileId } from 'pmtiles';
import {
  STREETS_FOLDER,
  streetsManifestSchema,
  type StreetsArea,
  type StreetsManifest,
} from '#contract/streets.ts';
import { isRecent } from './lru-cache.ts';
import { NO_SUCH_FILE } from './find-file.ts';
import { storedName } from '#search/gazetteer/format.ts';
import { createStreetArchives } from './street-archives.ts';
import { storeFailure, type FileStore } from './store.ts';

const MANIFEST = 'manifest.json';
const TILE = /^([a-z0-9-]{1,63})\/([0-9a-f]{16})\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.mvt$/;
const GAZETTEER_FILE = /^([a-z0-9-]{1,63})\/([0-9a-f]{16})\/((?:index|\d{1,6})\.json)$/;
/** First bytes of a gzip file; a store may have decompressed a file in transit. */
const GZIP = [0x1f, 0x8b];

/** A file as it is stored. */
interface StreetsFile {
  /** Empty for an empty tile. */
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  /** Whether it is compressed with gzip. */
  isPacked: boolean;
}

/**
 * Serves published streets: the manifest, and tiles and gazetteers as they are stored. Only
 * versions in the manifest are read, so that no request makes the function read other files of the
 * store. Hono omits the bodies of answers to HEAD.
 */
export function createStreetsServer(store: FileStore, now: () => number) {
  const archives = createStreetArchives(store);
  let current: { manifest: StreetsManifest | null; readAtMs: number } | null = null;

  async function findManifest(): Promise<StreetsManifest | null> {
    if (current !== null && isRecent(current.readAtMs, now(), store.cacheMs)) return current.manifest;
    const bytes = await store.read(MANIFEST);
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

  async function readTile(match: RegExpExecArray): Promise<StreetsFile | null> {
    const [name, version, ...numbers] = match.slice(1) as [string, string, ...string[]];
    const [z, x, y] = numbers.map(Number) as [number, number, number];
    const area = await findArea(name, version);
    if (area === undefined || z < area.minZoom || z > area.maxZoom || Math.max(x, y) >= 2 ** z) return null;
    const tile = await archives.readTile(`${name}/${version}.pmtiles`, zxyToTileId(z, x, y));
    if (tile === 'no archive') return forgetManifest();
    const type = 'application/vnd.mapbox-vector-tile';
    if (tile === null) return { bytes: new Uint8Array(), type, isPacked: false };
    return { bytes: tile.bytes, type, isPacked: tile.compression === Compression.Gzip };
  }

  async function readGazetteer(match: RegExpExecArray): Promise<StreetsFile | null> {
    const [name, version, file] = match.slice(1) as [string, string, string];
    if ((await findArea(name, version, ({ search }) => search)) === undefined) return null;
    const bytes = await store.read(storedName(name, version, file));
    if (bytes === null) return forgetManifest();
    const isPacked = GZIP.every((byte, at) => bytes[at] === byte);
    return { bytes, type: 'application/json', isPacked };
  }

  /** The area was removed since the manifest was read: read it again. */
  function forgetManifest(): null {
    current = null;
    return null;
  }

  /**
   * Reads a tile or a file of a gazetteer.
   * @returns null if there is no such file
   * @throws AppError `unavailable` if the store fails
   */
  async function readFile(path: string): Promise<StreetsFile | null> {
    const tile = TILE.exec(path);
    if (tile !== null) return readTile(tile);
    const file = GAZETTEER_FILE.exec(path);
    return file && readGazetteer(file);
  }

  /** Answers a request below `/streets/`. @throws AppError `unavailable` if the store fails */
  async function serve(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(STREETS_FOLDER.length);
    if (path === MANIFEST) return answerManifest(request);
    const file = await readFile(path);
    if (file === null) return new Response(NO_SUCH_FILE, { status: 404 });
    const { bytes, type, isPacked } = file;
    if (bytes.length === 0) return new Response(null, { status: 204 });
    const headers = { 'content-type': type, ...(isPacked && { 'content-encoding': 'gzip' }) };
    // `encodeBody` tells workerd that the bytes are compressed already; other runtimes ignore it.
    const packed: ResponseInit & { encodeBody: 'manual' } = { headers, encodeBody: 'manual' };
    return new Response(bytes, packed);
  }

  /** `findManifest`: the manifest as it is served; null without streets. Throws AppError `unavailable`. */
  return { serve, readFile, findManifest };
}

function parseManifest(bytes: Uint8Array): StreetsManifest {
  try {
    return streetsManifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw storeFailure("The streets' manifest can't be read.", cause);
  }
}
