import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { type TableName, tableIndexFile, tablePageFile } from '../../../src/lib/snapshot-format/layout.ts';
import { partitionPoint } from '../../../src/lib/snapshot-format/partition-point.ts';
import { once } from '../../../src/lib/network/once.ts';
import { type Keep, oncePerKey } from '../../../src/lib/network/once-per-key.ts';
import type { SnapshotFiles } from '../../../src/lib/network/snapshot-files.ts';

/** How parsed pages of a table of names are kept, up to 0.5 MB each. */
export interface TablePages {
  /** Number of them. */
  kept: number;
  /** Keeps them beyond this table, by their names; without it they are read. */
  keep?: Keep | undefined;
  /** Called before pages are searched, by servers that let others go first then. */
  pause?: (() => Promise<void>) | undefined;
}

const PAGES: TablePages = { kept: 16 };

export type LookUpTable<Row> = ReturnType<typeof openLookUpTable<Row>>;

/**
 * Opens a look-up table: rows in pages, sorted by their first column (docs/snapshot-format.md). Invalid rows are left out.
 * @param table name of its folder
 * @param pages more on servers where many people search
 */
export function openLookUpTable<Row>(
  files: SnapshotFiles,
  table: TableName,
  rowSchema: z.ZodMiniType<Row>,
  { kept, keep = (_, read) => read(), pause } = PAGES,
) {
  const readIndex = once(() =>
    keep(tableIndexFile(table), async () => {
      const result = z.array(z.string()).safeParse(await files.readJson(tableIndexFile(table)));
      if (result.success) return result.data;
      throw new AppError('malformed', `The index of ${table} is no list of keys.`, { problems: [table] });
    }),
  );
  const readPage = oncePerKey(kept, (page: number) => {
    const name = tablePageFile(table, page);
    return keep(name, async () => readRows(await files.readJson(name), rowSchema));
  });

  async function findPages(prefix: string): Promise<number[]> {
    await pause?.();
    const firstKeys = await readIndex();
    // Matching keys may start on the page before the first page that begins with one.
    const first = Math.max(0, countBelow(firstKeys, prefix) - 1);
    const wanted: number[] = [];
    for (let page = first; page < firstKeys.length; page++) {
      if (page > first && !firstKeys[page]!.startsWith(prefix)) break;
      wanted.push(page);
    }
    return wanted;
  }

  return {
    /** Reads all rows of the pages that may contain keys with a prefix, up to `maxPages` pages. */
    async readAround(prefix: string, maxPages: number): Promise<Row[]> {
      const wanted = (await findPages(prefix)).slice(0, maxPages);
      return (await Promise.all(wanted.map(readPage))).flat();
    },
    /**
     * Reads one page: the first that begins with a prefix, else the one that may contain keys with it. Keys with it at the end of the page
     * before aren't read.
     */
    async readBeginning(prefix: string): Promise<Row[]> {
      await pause?.();
      const firstKeys = await readIndex();
      const at = countBelow(firstKeys, prefix);
      if (firstKeys[at]?.startsWith(prefix)) return readPage(at);
      return at === 0 ? [] : readPage(at - 1);
    },
    /** Number of pages that may contain such keys. */
    countPages: async (prefix: string) => (await findPages(prefix)).length,
  };
}

/** Returns the valid rows of a list. */
export function readRows<Row>(json: unknown, rowSchema: z.ZodMiniType<Row>): Row[] {
  if (!Array.isArray(json)) throw new AppError('malformed', 'A page of a table is no list.');
  // At once: one by one, rows take five times as long.
  const all = z.array(rowSchema).safeParse(json);
  if (all.success) return all.data;
  return json.flatMap((row) => {
    const result = rowSchema.safeParse(row);
    return result.success ? [result.data] : [];
  });
}

/** Number of keys, sorted by code unit, that are less than a key. */
const countBelow = (keys: readonly string[], key: string) =>
  partitionPoint(keys.length, (at) => keys[at]! < key);
