import {
  ROWS_IN_PAGE,
  type TableName,
  tableIndexFile,
  tablePageFile,
} from '../src/lib/snapshot-format/layout.ts';
import type { VersionFolder } from './version-folder.ts';

/**
 * Writes a look-up table: pages of rows, and `index.json` with the first key of each page.
 * @param rows sorted by their first column, by code unit
 */
export async function writeTable(
  folder: VersionFolder,
  table: TableName,
  rows: Iterable<readonly [key: string, ...unknown[]]>,
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
    if (page.length === ROWS_IN_PAGE) await turnPage();
  }
  await turnPage();
  await folder.add(tableIndexFile(table), JSON.stringify(firstKeys));
}
