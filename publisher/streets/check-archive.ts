import { Compression, TileType, type Header } from 'pmtiles';
import * as z from 'zod/mini';
import { BEGINNING, HEAD_BYTES, openArchive, readHeader, unpack } from './archive/open-archive.ts';
import { ArchiveError } from './archive/directory.ts';
import type { StreetsArea } from '../../src/lib/contract/streets.ts';
import type { Schema } from './schema/ours.ts';
import { PROTOMAPS } from './schema/protomaps.ts';
import { SHORTBREAD } from './schema/shortbread.ts';
import { HIGHEST_ZOOM, LOWEST_ZOOM } from './shape/detail.ts';
import { truncatedFile, type SourceFile } from './source-file.ts';
import { StreetsError } from './explain-failure.ts';

export type CheckedArchive = Awaited<ReturnType<typeof checkArchive>>;

/** Lowest accepted maximum zoom: archives that end below it have no streets. */
const FEWEST_ZOOM = 13;
const LARGEST_METADATA = 16 * 1024 * 1024;

const SCHEMAS =
  'Take one of the two open schemas, Shortbread or Protomaps: docs/operating.md says where they are.';
const WEB_PAGE = `is a web page or a text, not an archive: the download has failed. ${SCHEMAS}`;
const PACKED = 'is packed as a whole. Unpack it first.';
const OLD = 'is a PMTiles archive of another version. Convert it: pmtiles convert OLD.pmtiles NEW.pmtiles';

/** First bytes of other files, and the remedy for each. */
const BEGINNINGS: readonly (readonly [beginning: string, remedy: string])[] = [
  ['PMTiles', OLD],
  ['PM\u0001', OLD],
  ['PM\u0002', OLD],
  ['SQLite format 3', 'is an MBTiles file. Convert it: pmtiles convert FILE.mbtiles FILE.pmtiles'],
  ['<', WEB_PAGE],
  ['{', WEB_PAGE],
  ['\u001f\u008b', PACKED],
  ['PK', PACKED],
  ['BZh', PACKED],
];

const metadataSchema = z.looseObject({
  attribution: z.optional(z.string()),
  vector_layers: z.array(
    z.looseObject({ id: z.string(), fields: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});

/**
 * Reads head and metadata of an archive and checks that it can be imported.
 * @throws StreetsError that says what is wrong with the file and what to do
 */
export async function checkArchive(file: SourceFile) {
  const first = await file.read(0, Math.min(file.bytes, HEAD_BYTES));
  rejectForeignFile(file.path, first);
  const header = readHeader(first);
  checkHeader(file, header);
  const head = await openArchive((offset, length) =>
    file.read(offset, Math.min(length, file.bytes - offset)),
  );
  const metadata = await readMetadata(file, header);
  const { attribution } = metadata;
  if (attribution !== undefined && !/openstreetmap/i.test(attribution)) {
    throw new StreetsError(
      `${file.path} isn't made from OpenStreetMap: it names "${strip(attribution)}", which has terms of its own. ` +
        'Take an archive made from OpenStreetMap.',
    );
  }
  const bounds: StreetsArea['bounds'] = [header.minLon, header.minLat, header.maxLon, header.maxLat];
  return {
    head,
    schema: recogniseSchema(file.path, metadata.vector_layers),
    bounds,
    minZoom: Math.max(header.minZoom, LOWEST_ZOOM),
    maxZoom: Math.min(header.maxZoom, HIGHEST_ZOOM),
    date: readDate(metadata),
  };
}

/** @throws StreetsError with the remedy if it isn't a PMTiles archive of version 3 */
function rejectForeignFile(path: string, first: Uint8Array): void {
  const beginning = String.fromCharCode(...first.subarray(0, 32)).trimStart();
  if (beginning.startsWith(BEGINNING)) return;
  const remedy = BEGINNINGS.find(([start]) => beginning.startsWith(start))?.[1];
  throw new StreetsError(`${path} ${remedy ?? describeForeign(beginning)}`);
}

function describeForeign(beginning: string): string {
  if (beginning === '') return 'is empty. Get it again.';
  if (beginning.includes('OSMHeader'))
    return 'holds raw OpenStreetMap data. Make tiles of it first, with planetiler or tilemaker.';
  return `is no PMTiles archive. ${SCHEMAS}`;
}

function checkHeader({ path, bytes }: SourceFile, header: Header): void {
  const wanted = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (!(wanted <= bytes)) throw truncatedFile(path, bytes, wanted);
  const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom, tileType } = header;
  const isRead = (compression: Compression) =>
    compression === Compression.None || compression === Compression.Gzip;
  const isOnEarth = minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90;
  const faults: readonly (readonly [isSo: boolean, sentence: string])[] = [
    [tileType === TileType.Mlt, 'holds MapLibre tiles (MLT). Take an archive of Mapbox vector tiles (MVT).'],
    [
      tileType !== TileType.Mvt,
      'holds pictures, not vector tiles. Take an archive of vector tiles; pictures can be shown from a tile server with PUBLIC_TILES_URL.',
    ],
    [
      !isRead(header.internalCompression) || !isRead(header.tileCompression),
      "isn't packed with gzip. Pack it anew: go-pmtiles and planetiler write gzip.",
    ],
    [
      !(minLon < maxLon && minLat < maxLat && isOnEarth),
      "doesn't say which area it covers. Make it anew, with --bbox for go-pmtiles or --bounds for planetiler.",
    ],
    [
      minZoom > maxZoom || maxZoom < FEWEST_ZOOM,
      `ends at zoom ${maxZoom}, before there are streets. Make it anew with --maxzoom=14.`,
    ],
  ];
  const fault = faults.find(([isSo]) => isSo);
  if (fault !== undefined) throw new StreetsError(`${path} ${fault[1]}`);
}

async function readMetadata(file: SourceFile, header: Header) {
  const packed = await file.read(header.jsonMetadataOffset, header.jsonMetadataLength);
  try {
    const bytes = await unpack(packed, header.internalCompression, LARGEST_METADATA);
    return metadataSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    const unpacked = cause instanceof ArchiveError ? ' It may be damaged.' : '';
    throw new StreetsError(
      `${file.path} doesn't say which layers it has (vector_layers).${unpacked} Take one of Protomaps or Shortbread.`,
      { cause },
    );
  }
}

/** Date of the data, as `2026-11-01`; null if it isn't given. Planetiler writes it; other programs don't. */
function readDate(metadata: Readonly<Record<string, unknown>>): string | null {
  const date = metadata['planetiler:osm:osmosisreplicationtime'];
  return typeof date === 'string' && !Number.isNaN(Date.parse(date))
    ? new Date(date).toISOString().slice(0, 10)
    : null;
}

const strip = (html: string) => html.replace(/<[^>]*>/g, '').slice(0, 100);

/** @throws StreetsError if the schema isn't supported, with what to take instead */
function recogniseSchema(path: string, layers: z.infer<typeof metadataSchema>['vector_layers']): Schema {
  const names = new Set(layers.map(({ id }) => id));
  const isAmong = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (isAmong('streets', 'street_labels', 'land')) return SHORTBREAD;
  if (isAmong('roads', 'earth', 'landuse')) {
    const isOld = layers.some(({ fields }) => fields !== undefined && 'pmap:kind' in fields);
    if (!isOld) return PROTOMAPS;
    throw new StreetsError(
      `${path} is of Protomaps' schema before version 4. Take a newer one: https://maps.protomaps.com/builds`,
    );
  }
  const kind = isAmong('transportation', 'landcover')
    ? 'is of the OpenMapTiles schema'
    : 'is of a schema unknown here';
  const list = [...names].sort().slice(0, 12).join(', ') || 'none';
  throw new StreetsError(
    `${path} ${kind} (layers: ${list}). Take an archive of Shortbread or of Protomaps, version 4.`,
  );
}
