import * as z from 'zod/mini';
import { AppError } from '../contract/errors.ts';
import { type TableName, tableIndexFile, tablePageFile } from '../snapshot-format/layout.ts';
import { once } from './memoize-async.ts';
import { oncePerKey } from './once-per-key.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** Up to 0.5 MB each, once parsed. */
const PAGES_KEPT = 16;

const indexSchema = z.array(z.string());

/** A table of rows sorted by their first column, in pages. */
export interface LookUpTable<Row> {
  /** Rows of the pages on which keys that begin with a prefix stand, at most so many pages. */
  readAround(prefix: string, maxPages: number): Promise<Row[]>;
  /** On how many pages such keys may stand. */
  countPages(prefix: string): Promise<number>;
}

/**
 * Opens a look-up table of docs/snapshot-format.md. A row that isn't as it should be is left out.
 * @param table name of its folder
 * @param pagesKept more where many people search
 */
export function openLookUpTable<Row>(
  files: SnapshotFiles,
  table: TableName,
  rowSchema: z.ZodMiniType<Row>,
  pagesKept = PAGES_KEPT,
): LookUpTable<Row> {
  const readIndex = once(async () => {
    const result = indexSchema.safeParse(await files.readJson(tableIndexFile(table)));
    if (result.success) return result.data;
    throw new AppError('malformed', `The index of ${table} is no list of keys.`, { problems: [table] });
  });
  const readPage = oncePerKey(pagesKept, async (page: number) =>
    readRows(await files.readJson(tablePageFile(table, page)), rowSchema),
  );

  async function findPages(prefix: string): Promise<number[]> {
    const firstKeys = await readIndex();
    // Equal keys may begin on the page before the first that has them at its top.
    const first = Math.max(0, countBelow(firstKeys, prefix) - 1);
    const wanted: number[] = [];
    for (let page = first; page < firstKeys.length; page++) {
      if (page > first && !firstKeys[page]!.startsWith(prefix)) break;
      wanted.push(page);
    }
    return wanted;
  }

  return {
    async readAround(prefix, maxPages) {
      const wanted = (await findPages(prefix)).slice(0, maxPages);
      return (await Promise.all(wanted.map(readPage))).flat();
    },
    countPages: async (prefix) => (await findPages(prefix)).length,
  };
}

/** The rows of a list that are as they should be. */
export function readRows<Row>(json: unknown, rowSchema: z.ZodMiniType<Row>): Row[] {
  if (!Array.isArray(json)) throw new AppError('malformed', 'A page of a table is no list.');
  return json.flatMap((row) => {
    const result = rowSchema.safeParse(row);
    return result.success ? [result.data] : [];
  });
}

/** How many keys, sorted by code unit, lie below a key. */
function countBelow(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
