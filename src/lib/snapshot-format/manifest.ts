import * as z from 'zod/mini';

/** Name and version of the published form of the network; docs/snapshot-format.md describes it. */
export const SNAPSHOT_FORMAT = 'droppoint-snapshot';
/** A reader refuses another major version, and ignores what a newer minor version added. */
export const SNAPSHOT_MAJOR = 2;
/** What is written today. */
export const SNAPSHOT_MINOR = 5;
/** From this minor version on there is a table of streets. */
export const STREETS_SINCE_MINOR = 1;
/** From this one on, cities are found by their other names, there are names of countries, and short answers for each country. */
export const OTHER_NAMES_SINCE_MINOR = 2;
/** From this one on there is a table of the ids that the list has and that couldn't be placed. */
export const REJECTED_SINCE_MINOR = 3;
/** From this one on, letters share files of short answers. */
export const SHARED_SHORT_FILES_SINCE_MINOR = 5;

const count = z.int().check(z.gte(0));
/** Hash over all files of a version: the name of their folder. */
const version = z.string().check(z.regex(/^[0-9a-f]{16}$/));

/**
 * `manifest.json`: the one file whose name stays. All others lie in the folder that its `version` names and never change.
 */
export const manifestSchema = z.looseObject({
  format: z.literal(SNAPSHOT_FORMAT),
  major: z.int(),
  minor: count,
  version,
  /** Versions that still lie beside this one, the newest first: where a point was that is gone. */
  earlier: z.optional(z.array(version)),
  /** When the walk over the platform's list ended, ISO 8601. */
  walkedAt: z.string(),
  /** Points in the snapshot. */
  count,
  /** How many items could not be placed, by reason. */
  setAside: z.record(z.string(), count),
  /** Classes of points: country, type, locationType (each may be empty) and how many; a block names them by position. */
  facets: z.array(z.tuple([z.string(), z.string(), z.string(), count])),
  /** What these classes are by every further dimension, by its name and their position (since 2.4); see `point-classes.ts`. */
  facetColumns: z.optional(z.record(z.string(), z.array(z.string()))),
  /**
   * The squares of the quad tree that the points are cut into, in the order of their keys, a letter each: its level, `a` for the world,
   * each next letter a level deeper; a capital where it holds points. See `block-table.ts`.
   */
  squares: z.string(),
  /** Points in one chunk of items. */
  chunkSize: z.int().check(z.gte(1)),
  /** The box around all points, degrees; null when there are none. */
  extent: z.nullable(z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })),
  /**
   * Where the map may begin, for each country: the box around the bulk of its points (west, south, east, north; degrees), and the IANA time
   * zones by which a browser tells that it is there, the one that most of its points keep to first (since 2.4). Absent from networks
   * published before there was this.
   */
  countries: z.optional(
    z.array(
      z.looseObject({
        code: z.string(),
        box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
        zones: z.array(z.string()),
      }),
    ),
  ),
});

export type SnapshotManifest = z.infer<typeof manifestSchema>;
