import type { VersionFolder } from './version-folder.ts';

const ROWS_IN_PAGE = 512;

/**
 * Writes a look-up table: pages of rows, and `index.json` with the first key of each page.
 * @param rows sorted by their first column, by code unit
 */
export async function writeTable(
  folder: VersionFolder,
  table: string,
  rows: Iterable<readonly [key: string, ...unknown[]]>,
): Promise<void> {
  const firstKeys: string[] = [];
  let page: (readonly [key: string, ...unknown[]])[] = [];
  const turnPage = async () => {
    const [first] = page;
    if (first === undefined) return;
    await folder.add(`${table}/${firstKeys.length}.json`, JSON.stringify(page));
    firstKeys.push(first[0]);
    page = [];
  };
  for (const row of rows) {
    page.push(row);
    if (page.length === ROWS_IN_PAGE) await turnPage();
  }
  await turnPage();
  await folder.add(`${table}/index.json`, JSON.stringify(firstKeys));
}
