import {
  type SnapshotManifest,
  SNAPSHOT_FORMAT,
  SNAPSHOT_MAJOR,
  OTHER_NAMES_SINCE_MINOR,
  REJECTED_SINCE_MINOR,
  STREETS_SINCE_MINOR,
} from '../../../src/lib/snapshot-format/manifest.ts';
import { encodeBlock } from '../../../src/lib/snapshot-format/block-codec.ts';
import { encodeBlockTable, encodeSquares } from '../../../src/lib/snapshot-format/block-table.ts';
import { extentOf } from '../../../src/lib/network/extent.ts';
import { foldName, foldPostcode, foldStreet } from '../../../src/lib/snapshot-format/fold.ts';
import { AXIS_BITS, unitX, unitY } from '../../../src/lib/snapshot-format/mercator.ts';
import { mortonKey } from '../../../src/lib/snapshot-format/morton.ts';
import { cutSquares } from '../../../publisher/blocks.ts';

export interface PublishedItem {
  [field: string]: unknown;
  id: string;
  country: string;
  type: string;
  locationType: string;
  coordinates: { latitude: number; longitude: number };
}

export interface PublishedPlace {
  name: string;
  kind: string;
  count: number;
  country?: string;
  latitude?: number;
  longitude?: number;
  /** What speakers of other languages call it. */
  otherNames?: readonly string[];
}

export interface PublishedStreet {
  name: string;
  city: string;
  country?: string;
  latitude?: number;
  longitude?: number;
  count?: number;
  houses?: readonly (readonly [house: string, north: number, east: number])[];
}

export const VERSION = '0123456789abcdef';
export const BASE_URL = 'https://points.test/snapshot/';

/** The files of a snapshot, by name, and the points in the order that they stand in. */
export interface Published {
  manifest: SnapshotManifest;
  files: Map<string, string | Uint8Array>;
  ordered: PublishedItem[];
  /** Ordinals of the points in each block. */
  blocks: { start: number; count: number }[];
}

const CHUNK_SIZE = 4;

/** Publishes points as docs/snapshot-format.md says, with blocks, chunks and pages small enough to have many. */
export function publish(
  items: readonly PublishedItem[],
  {
    pointsInBlock = 8,
    places = [] as readonly PublishedPlace[],
    /** null: published before there were any. */
    streets = null as readonly PublishedStreet[] | null,
    /** Folded names of countries with their codes; null: published before there were any, as other names of cities. */
    countries = null as readonly (readonly [folded: string, code: string])[] | null,
    rowsInPage = 3,
    /** Ids that are listed without a usable position; null: published before they were told of. */
    rejected = null as readonly string[] | null,
    version = VERSION,
  } = {},
): Published {
  const keyOf = ({ coordinates }: PublishedItem) =>
    mortonKey(unitX(coordinates.longitude), unitY(coordinates.latitude));
  const ordered = [...items].sort((a, b) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1));
  const keys = Float64Array.from(ordered, keyOf);
  const { facets, facetOf } = numberFacets(ordered);
  const files = new Map<string, string | Uint8Array>();
  const put = (name: string, content: unknown) => files.set(`${version}/${name}`, JSON.stringify(content));

  const facetRows: number[][] = [];
  const blocks: Published['blocks'] = [];
  const squares = cutSquares(keys, pointsInBlock).map((square) => {
    const own = ordered.slice(square.start, square.start + square.count);
    if (own.length === 0) return { ...square, centroidX: 0, centroidY: 0 };
    const block = {
      keys: keys.subarray(square.start, square.start + square.count),
      facets: Uint16Array.from(own, facetOf),
      ids: own.map(({ id }) => id),
    };
    files.set(`${version}/blocks/${blocks.length}.bin`, encodeBlock(block, square.key));
    blocks.push(square);
    facetRows.push(
      [...new Set(block.facets)]
        .sort((a, b) => a - b)
        .flatMap((facet) => {
          const members = own.filter((item) => facetOf(item) === facet);
          const { centroidX, centroidY } = centroidOf(members, square.level);
          return [facet, members.length, centroidX, centroidY];
        }),
    );
    return { ...square, ...centroidOf(own, square.level) };
  });
  files.set(`${version}/table.bin`, encodeBlockTable(squares));
  put('facets.json', facetRows);
  for (let start = 0; start < ordered.length; start += CHUNK_SIZE) {
    put(`chunks/${start / CHUNK_SIZE}.json`, ordered.slice(start, start + CHUNK_SIZE));
  }
  const sortedBy = <Row extends readonly [string, ...unknown[]]>(rows: Row[]) =>
    rows.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  putTable('ids', sortedBy(ordered.map(({ id }, ordinal) => [id, ordinal] as const)));
  if (rejected !== null) putTable('set-aside', sortedBy(rejected.map((id) => [id, 'coordinates_invalid'])));
  const placeRows = sortedBy(places.flatMap(makePlaceRows));
  putTable('places', placeRows);
  putShort('', placeRows);
  if (countries !== null) {
    put('places/countries.json', countries);
    for (const code of new Set(placeRows.map((row) => row[3])))
      putShort(
        `${code}/`,
        placeRows.filter((row) => row[3] === code),
      );
  }
  if (streets !== null) putTable('streets', sortedBy(streets.map(makeStreetRow)));

  const manifest: SnapshotManifest = {
    format: SNAPSHOT_FORMAT,
    major: SNAPSHOT_MAJOR,
    minor:
      rejected !== null
        ? REJECTED_SINCE_MINOR
        : countries !== null
          ? OTHER_NAMES_SINCE_MINOR
          : streets === null
            ? 0
            : STREETS_SINCE_MINOR,
    version,
    walkedAt: '2026-05-01T12:00:00.000Z',
    count: ordered.length,
    setAside: {},
    facets,
    squares: encodeSquares(squares),
    chunkSize: CHUNK_SIZE,
    extent: extentOf(ordered.map(({ coordinates }) => coordinates)),
  };
  files.set('manifest.json', JSON.stringify(manifest));
  return { manifest, files, ordered, blocks };

  function putTable(table: string, rows: readonly (readonly [string, ...unknown[]])[]): void {
    const firstKeys: string[] = [];
    for (let start = 0; start < rows.length; start += rowsInPage) {
      put(`${table}/${firstKeys.length}.json`, rows.slice(start, start + rowsInPage));
      firstKeys.push(rows[start]![0]);
    }
    put(`${table}/index.json`, firstKeys);
  }

  function putShort(beside: string, rows: readonly (readonly [string, ...unknown[]])[]): void {
    for (const letter of new Set(rows.map(([folded]) => [...folded][0]!))) {
      const prefixes = new Set(
        rows.flatMap(([folded]) => {
          const [first = '', second = ''] = folded;
          return first === letter ? [first, (first + second).trim()] : [];
        }),
      );
      const largest = (prefix: string) =>
        rows
          .filter(([folded]) => folded.startsWith(prefix))
          .sort((a, b) => (b[6] as number) - (a[6] as number))
          .filter(([folded], rank) => rank < 8 || folded === prefix);
      put(
        `places/short/${beside}${letter}.json`,
        Object.fromEntries([...prefixes].map((prefix) => [prefix, largest(prefix)])),
      );
    }
  }
}

function makePlaceRows({ name, kind, count, otherNames = [], ...place }: PublishedPlace) {
  const { country = 'PL', latitude = 52, longitude = 21 } = place;
  const folded = kind === 'postcode' ? foldPostcode(name) : foldName(name);
  const row = [name, kind, country, latitude, longitude, count] as const;
  return [[folded, ...row] as const, ...otherNames.map((other) => [foldName(other), ...row, other] as const)];
}

function makeStreetRow({
  name,
  city,
  country = 'PL',
  latitude = 52,
  longitude = 21,
  count = 1,
  houses,
}: PublishedStreet) {
  const key = `${foldStreet(name)} ${foldName(city)}`.trim();
  const row = [key, name, city, country, latitude, longitude, count] as const;
  return houses === undefined ? row : ([...row, houses] as const);
}

function numberFacets(items: readonly PublishedItem[]) {
  const names = (item: PublishedItem) => JSON.stringify([item.country, item.type, item.locationType]);
  const numbers = new Map([...new Set(items.map(names))].map((name, at) => [name, at]));
  const facetOf = (item: PublishedItem) => numbers.get(names(item))!;
  const facets = Array.from(numbers, ([name, at]): SnapshotManifest['facets'][number] => {
    const [country, type, locationType] = JSON.parse(name) as [string, string, string];
    return [country, type, locationType, items.filter((item) => facetOf(item) === at).length];
  });
  return { facets, facetOf };
}

function centroidOf(items: readonly PublishedItem[], level: number) {
  const side = 2 ** (AXIS_BITS - level);
  const step = (units: number[]) =>
    Math.floor((units.reduce((sum, unit) => sum + (unit % side), 0) / units.length / side) * 64);
  return {
    centroidX: step(items.map(({ coordinates }) => unitX(coordinates.longitude))),
    centroidY: step(items.map(({ coordinates }) => unitY(coordinates.latitude))),
  };
}

/** A host of files that counts what it is asked for, and can be told to answer something else. */
export function createHost(files: ReadonlyMap<string, string | Uint8Array>) {
  const asked: { name: string; cache: RequestCache | undefined }[] = [];
  const host = {
    asked,
    /** Answers instead of the files, when it gives something. */
    instead: (_name: string): Response | Promise<Response> | null => null,
    countAsked: (name: string) => asked.filter((each) => each.name === name).length,
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const address = input instanceof Request ? input.url : String(input);
      const name = decodeURIComponent(address.slice(BASE_URL.length));
      asked.push({ name, cache: init?.cache });
      const other = host.instead(name);
      if (other !== null) return other;
      await Promise.resolve();
      const content = files.get(name);
      if (content === undefined) return new Response('no such file', { status: 404 });
      return new Response(typeof content === 'string' ? content : content.slice());
    },
  };
  return host;
}
