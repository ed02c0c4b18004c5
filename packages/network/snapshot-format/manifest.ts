/** Name of the format of published networks (docs/snapshot-format.md). */
export const SNAPSHOT_FORMAT = 'droppoint-snapshot';
/** Readers reject other major versions, and ignore additions of newer minor versions. */
export const SNAPSHOT_MAJOR = 2;
/** The minor version that the publisher writes. */
export const SNAPSHOT_MINOR = 8;
/** Readers reject older minor versions, which no release wrote. */
export const OLDEST_MINOR = 7;

/** `manifest.json`: the only file that changes. All others are immutable, in the folder named after its `version`. */
export interface SnapshotManifest {
  format: typeof SNAPSHOT_FORMAT;
  major: number;
  minor: number;
  /** Hash of all files of a version; also the name of their folder. */
  version: string;
  /** Versions that are still available, newest first; used to look up where a removed point was. */
  earlier?: string[] | undefined;
  /** When the crawl of the platform's list ended, ISO 8601. */
  walkedAt: string;
  /** Points in the snapshot. */
  count: number;
  /** Number of items without a usable position, by reason. */
  setAside: Record<string, number>;
  /**
   * Classes of points: country, type, locationType (each may be empty), and number of points. Blocks refer
   * to them by index.
   */
  facets: [country: string, type: string, locationType: string, count: number][];
  /** Values of these classes in further dimensions: dimension name to one value per class (see `point-classes.ts`). */
  facetColumns: Record<string, string[]>;
  /**
   * The quadtree squares into which the points are divided, sorted by key. One letter each for the level: `a` for the world, each next
   * letter one level deeper; a capital if the square contains points. See `block-table.ts`.
   */
  squares: string;
  /** Points in one chunk of items. */
  chunkSize: number;
  /** Bounding box of all points, degrees; null without points. */
  extent: { west: number; south: number; east: number; north: number } | null;
  /**
   * Possible initial views of the map by country: the box around most of its points (west, south, east,
   * north; degrees), and the IANA time zones that identify a browser in this country, starting with the one
   * of most of its points.
   */
  countries: { code: string; box: [number, number, number, number]; zones: string[] }[];
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isVersion: Check = (value) => isText(value) && /^[0-9a-f]{16}$/.test(value as string);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const isTuple =
  (...checks: Check[]): Check =>
  (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, at) => check(value[at]));
const isRecord =
  (isValue: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(isValue);
const hasFields =
  (fields: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

/** Written by hand, not with zod, which would delay the first pins: it is 8 KB, and takes 40 ms of a slow phone's CPU. */
const FIELDS: Readonly<Record<keyof SnapshotManifest, Check>> = {
  format: (value) => value === SNAPSHOT_FORMAT,
  major: isCount,
  minor: isCount,
  version: isVersion,
  earlier: (value) => value === undefined || isList(isVersion)(value),
  walkedAt: isText,
  count: isCount,
  setAside: isRecord(isCount),
  facets: isList(isTuple(isText, isText, isText, isCount)),
  facetColumns: isRecord(isList(isText)),
  squares: isText,
  chunkSize: (value) => isCount(value) && value !== 0,
  extent: (value) =>
    value === null || hasFields({ west: isNumber, south: isNumber, east: isNumber, north: isNumber })(value),
  countries: isList(
    hasFields({
      code: isText,
      box: isTuple(isNumber, isNumber, isNumber, isNumber),
      zones: isList(isText),
    }),
  ),
};

/** Lists the fields of a parsed manifest that are missing or of a wrong form. Further fields are allowed. */
export function listWrongFields(json: unknown): string[] {
  const manifest = isObject(json) ? json : {};
  return Object.entries(FIELDS).flatMap(([name, check]) => (check(manifest[name]) ? [] : [name]));
}

export const isManifest = (json: unknown): json is SnapshotManifest => listWrongFields(json).length === 0;
