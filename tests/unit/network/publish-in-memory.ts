import { countCountries, makeManifest, writeChunks } from '../../../publisher/compile-network.ts';
import { writeBlocks } from '../../../publisher/blocks.ts';
import { makePlaceRows } from '../../../publisher/place-rows.ts';
import { writePlaces } from '../../../publisher/places.ts';
import { collectItems } from '../../publisher/collect-items.ts';
import { makeStreetRows } from '../../../publisher/street-rows.ts';
import { numberClasses, sortPoints } from '../../../publisher/sort-points.ts';
import { makeIdRows, makeNameRows, makeRejectedRows, writeLookUpTable } from '../../../publisher/tables.ts';
import type { VersionFolder } from '../../../publisher/version-folder.ts';
import type { DimensionValues } from '#contract/filter-dimensions.ts';
import type { Point } from '#platform/point.ts';
import { decodeBlockTable } from '#network/snapshot-format/block-table.ts';
import { foldStreet } from '#search/names.ts';
import { foldName, foldPostcode } from '#network/snapshot-format/fold.ts';
import { BLOCK_TABLE, MANIFEST } from '#network/snapshot-format/layout.ts';
import type { House, PlaceKind, PlaceRow, StreetRow } from '#network/snapshot-format/look-up-tables.ts';

export type PublishedItem = Point & DimensionValues;

export interface PublishedPlace {
  name: string;
  kind: string;
  count: number;
  country?: string;
  latitude?: number;
  longitude?: number;
  /** Its names in other languages. */
  otherNames?: readonly string[];
}

export interface PublishedStreet {
  name: string;
  city: string;
  country?: string;
  latitude?: number;
  longitude?: number;
  count?: number;
  houses?: readonly Readonly<House>[];
}

export const VERSION = '0123456789abcdef';

/** The published files by name, and the points in their published order. */
export type Published = Awaited<ReturnType<typeof publish>>;

const CHUNK_SIZE = 4;

/** Publishes items with the publisher's own functions, in blocks, chunks and pages that are small, so that there are many. */
export async function publish(
  items: readonly PublishedItem[],
  {
    pointsInBlock = 8,
    rowsInPage = 3,
    places = [] as readonly PublishedPlace[],
    streets = [] as readonly PublishedStreet[],
    /** Ids of items whose coordinates are invalid. */
    rejected = [] as readonly string[],
    version = VERSION,
    /** Whether places and streets are those of the items' addresses, as the publisher makes them. */
    fromAddresses = false,
  } = {},
) {
  const files = new Map<string, string | Uint8Array>();
  const folder: Pick<VersionFolder, 'add'> = {
    add(name, content) {
      const isWhole = typeof content === 'string' || content instanceof Uint8Array;
      // Items: the offset of each is its position in `items`.
      const text = isWhole ? content : JSON.stringify(Array.from(content.offsets, (at) => items[at]));
      files.set(`${version}/${name}`, text);
      return Promise.resolve();
    },
  };
  const sorted = sortPoints(collectItems(items), new Set());
  const classes = numberClasses(sorted);
  const squares = await writeBlocks(sorted, classes, folder, pointsInBlock);
  await writeChunks(sorted, { items: '' }, folder, CHUNK_SIZE);
  await writeLookUpTable(folder, 'ids', makeIdRows(sorted), rowsInPage);
  const reason = 'coordinates_invalid';
  const rejectedRows = makeRejectedRows(rejected.map((id) => ({ id, reason, problem: '' })));
  await writeLookUpTable(folder, 'set-aside', rejectedRows, rowsInPage);
  const placeRows = fromAddresses ? makePlaceRows(sorted) : sortByKey(places.flatMap(writePlaceRows));
  await writePlaces(placeRows, countCountries(classes.listed), folder, rowsInPage);
  const streetRows = fromAddresses ? makeStreetRows(sorted) : sortByKey(streets.map(writeStreetRow));
  await writeLookUpTable(folder, 'streets', streetRows, rowsInPage);
  await writeLookUpTable(folder, 'names', makeNameRows(sorted), rowsInPage);
  const report = { walkedAt: '2026-05-01T12:00:00.000Z', reasons: [] };
  const manifest = makeManifest({ sorted, classes }, report, squares, version, CHUNK_SIZE);
  files.set(MANIFEST, JSON.stringify(manifest));
  const blocks = decodeBlockTable(squares, files.get(`${version}/${BLOCK_TABLE}`) as Uint8Array);
  const ordered = Array.from(sorted.rows, (row) => items[sorted.points.offsets[row]!]!);
  return { manifest, files, ordered, blocks };
}

function writePlaceRows({ name, kind, count, otherNames = [], ...place }: PublishedPlace): PlaceRow[] {
  const { country = 'PL', latitude = 52, longitude = 21 } = place;
  const folded = kind === 'postcode' ? foldPostcode(name) : foldName(name);
  const row = [name, kind as PlaceKind, country, latitude, longitude, count] as const;
  return [[folded, ...row], ...otherNames.map((other): PlaceRow => [foldName(other), ...row, other])];
}

function writeStreetRow({ name, city, houses, ...street }: PublishedStreet): StreetRow {
  const { country = 'PL', latitude = 52, longitude = 21, count = 1 } = street;
  const key = `${foldStreet(name)} ${foldName(city)}`.trim();
  return [key, name, city, country, latitude, longitude, count, ...(houses ? [houses] : [])];
}

function sortByKey<Row extends readonly [key: string, ...unknown[]]>(rows: readonly Row[]): Row[] {
  return rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
