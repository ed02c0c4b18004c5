import {
  ROWS_IN_PAGE,
  type TableName,
  tableIndexFile,
  tablePageFile,
} from '#network/snapshot-format/layout.ts';
import type { RejectedItem } from '#platform/point.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

/**
 * Writes a look-up table: pages of rows, and `index.json` with the first key of each page.
 * @param rows sorted by their first column, in code unit order
 */
export async function writeLookUpTable(
  folder: Pick<VersionFolder, 'add'>,
  table: TableName,
  rows: Iterable<readonly [key: string, ...unknown[]]>,
  rowsInPage = ROWS_IN_PAGE,
): Promise<void> {
  const firstKeys: string[] = [];
  let page: (readonly [key: string, ...unknown[]])[] = [];
  const turnPage = async () => {
    const [first] = page;
    if (first === undefined) return;
    await folder.add(tablePageFile(table, firstKeys.length), JSON.stringify(page));
    firstKeys.push(first[0]);
    page = [];
  };
  for (const row of rows) {
    page.push(row);
    if (page.length === rowsInPage) await turnPage();
  }
  await turnPage();
  await folder.add(tableIndexFile(table), JSON.stringify(firstKeys));
}

/** Makes the table of ids: each point's id and ordinal. */
export function* makeIdRows({
  points,
  rows,
  ordinalsById,
}: SortedPoints): Generator<readonly [string, number]> {
  for (const ordinal of ordinalsById) yield [points.ids[rows[ordinal]!]!, ordinal];
}

/**
 * Makes the table of ids that are in the list but were set aside, with the reason. It spares a shop that looks one up the wrong
 * answer that the point no longer exists.
 */
export function makeRejectedRows(rejected: readonly RejectedItem[]): [id: string, reason: string][] {
  const reasons = new Map<string, string>();
  for (const { id, reason } of rejected) if (id !== null && !reasons.has(id)) reasons.set(id, reason);
  return [...reasons].sort(([a], [b]) => (a < b ? -1 : 1));
}
