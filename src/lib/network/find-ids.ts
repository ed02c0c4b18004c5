import { idRowSchema } from '../snapshot-format/table-rows.ts';
import { openLookUpTable } from './look-up-table.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export function openIdTable(files: SnapshotFiles) {
  const table = openLookUpTable(files, 'ids', idRowSchema);
  return {
    /** Ordinal of an id in the snapshot; null if it isn't in it. */
    async findOrdinal(id: string): Promise<number | null> {
      // If the id is the first of its page, the page before it is read too.
      const rows = await table.readAround(id, 2);
      return rows.find(([each]) => each === id)?.[1] ?? null;
    },
    async findIds(beginning: string, limit: number): Promise<string[]> {
      const rows = await table.readAround(beginning, 2);
      return rows
        .map(([id]) => id)
        .filter((id) => id.startsWith(beginning))
        .slice(0, limit);
    },
  };
}
