import * as z from 'zod/mini';

/** Name of the format of published networks (docs/snapshot-format.md). */
export const SNAPSHOT_FORMAT = 'droppoint-snapshot';
/** Readers reject other major versions, and ignore additions of newer minor versions. */
export const SNAPSHOT_MAJOR = 2;
/** The minor version that the publisher writes. */
export const SNAPSHOT_MINOR = 8;
/** Readers reject older minor versions, which no release wrote. */
export const OLDEST_MINOR = 7;

const count = z.int().check(z.gte(0));
/** Hash of all files of a version; also the name of their folder. */
const version = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/**
 * `manifest.json`: the only file that changes. All others are immutable, in the folder named after its
 * `version`.
 */
export const manifestSchema = z.looseObject({
  format: z.literal(SNAPSHOT_FORMAT),
  major: z.int(),
  minor: count,
  version,
  /** Versions that are still available, newest first; used to look up where a removed point was. */
  earlier: z.optional(z.array(version)),
  /** When the crawl of the platform's list ended, ISO 8601. */
  walkedAt: z.string(),
  /** Points in the snapshot. */
  count,
  /** Number of items without a usable position, by reason. */
  setAside: z.record(z.string(), count),
  /**
   * Classes of points: country, type, locationType (each may be empty), and number of points. Blocks refer
   * to them by index.
   */
  facets: z.array(z.tuple([z.string(), z.string(), z.string(), count])),
  /** Values of these classes in further dimensions: dimension name to one value per class (see `point-classes.ts`). */
  facetColumns: z.record(z.string(), z.array(z.string())),
  /**
   * The quadtree squares into which the points are divided, sorted by key. One letter each for the level: `a` for the world, each next
   * letter one level deeper; a capital if the square contains points. See `block-table.ts`.
   */
  squares: z.string(),
  /** Points in one chunk of items. */
  chunkSize: z.int().check(z.gte(1)),
  /** Bounding box of all points, degrees; null without points. */
  extent: z.nullable(z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })),
  /**
   * Possible initial views of the map by country: the box around most of its points (west, south, east,
   * north; degrees), and the IANA time zones that identify a browser in this country, starting with the one
   * of most of its points.
   */
  countries: z.array(
    z.looseObject({
      code: z.string(),
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      zones: z.array(z.string()),
    }),
  ),
});

export type SnapshotManifest = z.infer<typeof manifestSchema>;
