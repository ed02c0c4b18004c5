import * as z from 'zod/mini';

const count = z.int().check(z.gte(0));

/**
 * `report.json` of a published network: statistics of the crawl, and rejected items
 * (docs/snapshot-format.md). `publisher/report.ts` writes it. `rejectedItemSchema` parses the items that
 * were set aside, one by one.
 */
export const snapshotReportSchema = z.looseObject({
  walkMs: z.number(),
  /** Total number of items reported by the list. */
  listed: count,
  /** Items that the list counted but didn't return. */
  lost: count,
  /** Items with the same id as another item. */
  repeated: count,
  /** Number of times the list was read. */
  passes: count,
  failedPages: z.array(z.number()),
  setAside: z.array(z.unknown()),
  /**
   * For each country, its number of points and how many of them have each field; absent in reports of
   * earlier publishers.
   */
  countryFields: z.optional(z.array(z.tuple([z.string(), count, z.record(z.string(), count)]))),
});

/** One item that was set aside; its reason may be unknown to this reader. */
export const rejectedItemSchema = z.looseObject({
  id: z.nullable(z.string()),
  reason: z.string(),
  problem: z.string(),
});
