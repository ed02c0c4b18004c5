import { Compression, TileType, type Header } from 'pmtiles';
import * as z from 'zod/mini';
import { BEGINNING, HEAD_BYTES, openArchive, readHeader, unpack } from '#network/archive/open-archive.ts';
import { ArchiveError } from '#network/archive/directory.ts';
import type { StreetsArea } from '#contract/streets.ts';
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
  'Use an archive of one of the two open schemas, Shortbread or Protomaps: docs/operating.md says where to get them.';
const WEB_PAGE = `is a web page or a text, not an archive: the download failed. ${SCHEMAS}`;
const PACKED = 'is compressed as a whole. Decompress it first.';
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
      `${file.path} isn't made from OpenStreetMap: it credits "${strip(attribution)}", which has its own terms. ` +
        'Use an archive made from OpenStreetMap.',
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
  if (beginning === '') return 'is empty. Download it again.';
  if (beginning.includes('OSMHeader'))
    return 'contains raw OpenStreetMap data. Make tiles from it first, with planetiler or tilemaker.';
  return `is not a PMTiles archive. ${SCHEMAS}`;
}

function checkHeader({ path, bytes }: SourceFile, header: Header): void {
  const neededBytes = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (!(neededBytes <= bytes)) throw truncatedFile(path, bytes, neededBytes);
  const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom, tileType } = header;
  const isSupported = (compression: Compression) =>
    compression === Compression.None || compression === Compression.Gzip;
  const isOnEarth = minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90;
  const faults: readonly (readonly [isFault: boolean, sentence: string])[] = [
    [
      tileType === TileType.Mlt,
      'contains MapLibre tiles (MLT). Use an archive of Mapbox vector tiles (MVT).',
    ],
    [
      tileType !== TileType.Mvt,
      'contains pictures, not vector tiles. Use an archive of vector tiles; to show pictures, set PUBLIC_TILES_URL to a tile server.',
    ],
    [
      !isSupported(header.internalCompression) || !isSupported(header.tileCompression),
      "isn't compressed with gzip. Make it again with go-pmtiles or planetiler, which write gzip.",
    ],
    [
      !(minLon < maxLon && minLat < maxLat && isOnEarth),
      'has no valid bounds. Make it again, with --bbox for go-pmtiles or --bounds for planetiler.',
    ],
    [
      minZoom > maxZoom || maxZoom < FEWEST_ZOOM,
      `ends at zoom ${maxZoom}, which is too low for streets. Make it again with --maxzoom=14.`,
    ],
  ];
  const fault = faults.find(([isFault]) => isFault);
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
      `${file.path} doesn't list its layers (vector_layers).${unpacked} Use an archive of Protomaps or Shortbread.`,
      { cause },
    );
  }
}

/** Reads the date of the data, as `2026-11-01`; null if it is missing. Planetiler writes it; other programs don't. */
function readDate(metadata: Readonly<Record<string, unknown>>): string | null {
  const date = metadata['planetiler:osm:osmosisreplicationtime'];
  return typeof date === 'string' && !Number.isNaN(Date.parse(date))
    ? new Date(date).toISOString().slice(0, 10)
    : null;
}

const strip = (html: string) => html.replace(/<[^>]*>/g, '').slice(0, 100);

/** @throws StreetsError if the schema isn't supported; its message says what to use instead */
function recogniseSchema(path: string, layers: z.infer<typeof metadataSchema>['vector_layers']): Schema {
  const names = new Set(layers.map(({ id }) => id));
  const hasAll = (...ids: string[]) => ids.every((id) => names.has(id));
  if (hasAll('streets', 'street_labels', 'land')) return SHORTBREAD;
  if (hasAll('roads', 'earth', 'landuse')) {
    const isOld = layers.some(({ fields }) => fields !== undefined && 'pmap:kind' in fields);
    if (!isOld) return PROTOMAPS;
    throw new StreetsError(
      `${path} has a Protomaps schema older than version 4. Use a newer archive: https://maps.protomaps.com/builds`,
    );
  }
  const kind = hasAll('transportation', 'landcover')
    ? 'has the OpenMapTiles schema'
    : 'has an unknown schema';
  const list = [...names].sort().slice(0, 12).join(', ') || 'none';
  throw new StreetsError(
    `${path} ${kind} (layers: ${list}). Use an archive of Shortbread or of Protomaps, version 4.`,
  );
}
