import * as z from 'zod/mini';

const count = z.int().check(z.gte(0));

/**
 * `report.json` of a published network: what the walk saw, and what was left out (docs/snapshot-format.md). Written by
 * `publisher/report.ts`. Items that were set aside are read one by one with `rejectedItemSchema`.
 */
export const snapshotReportSchema = z.looseObject({
  /** From the walk's beginning to its end. */
  walkMs: z.number(),
  /** Items the list says it has. */
  listed: count,
  /** Items that the list counts and that didn't come. */
  lost: count,
  /** Items with an id that another item has too. */
  repeated: count,
  /** How often the list was read. */
  passes: count,
  /** Pages that could not be read. */
  failedPages: z.array(z.number()),
  setAside: z.array(z.unknown()),
});

/** One item that was set aside; its reason may be one that this reader doesn't know. */
export const rejectedItemSchema = z.looseObject({
  id: z.nullable(z.string()),
  reason: z.string(),
  problem: z.string(),
});
