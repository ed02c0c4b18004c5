import * as z from 'zod/mini';

const count = z.int().check(z.gte(0));

/**
 * `report.json` of a published network: statistics of the walk, and rejected items (docs/snapshot-format.md). Written by
 * `publisher/report.ts`. Items that were set aside are parsed one by one with `rejectedItemSchema`.
 */
export const snapshotReportSchema = z.looseObject({
  walkMs: z.number(),
  /** Total number of items reported by the list. */
  listed: count,
  /** Items that the list counts but didn't return. */
  lost: count,
  /** Items with the same id as another item. */
  repeated: count,
  /** Number of times the list was read. */
  passes: count,
  failedPages: z.array(z.number()),
  setAside: z.array(z.unknown()),
  /** For each country its number of points, and how many of them have each field; absent in reports of earlier publishers. */
  countryFields: z.optional(z.array(z.tuple([z.string(), count, z.record(z.string(), count)]))),
});

/** One item that was set aside; its reason may be unknown to this reader. */
export const rejectedItemSchema = z.looseObject({
  id: z.nullable(z.string()),
  reason: z.string(),
  problem: z.string(),
});
