import * as z from 'zod/mini';
import { openLookUpTable } from './look-up-table.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

const rowSchema = z.tuple([z.string(), z.int().check(z.gte(0))], z.unknown());

/** Looks up where an id stands in the order of the snapshot; null when it isn't there. */
export function createFindOrdinal(files: SnapshotFiles): (id: string) => Promise<number | null> {
  const table = openLookUpTable(files, 'ids', rowSchema);
  return async (id) => {
    // When the id is the first of its page, the page before it is read as well.
    const rows = await table.readAround(id, 2);
    return rows.find(([each]) => each === id)?.[1] ?? null;
  };
}
