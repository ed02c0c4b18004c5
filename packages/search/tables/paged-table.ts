import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { type TableName, tableIndexFile, tablePageFile } from '#network/snapshot-format/layout.ts';
import { partitionPoint } from '#network/snapshot-format/partition-point.ts';
import { type ReadCache, once, oncePerKey } from '#async/once.ts';
import type { SnapshotFiles } from '#network/snapshot-files.ts';

/** How parsed pages of a table of names are kept, up to 0.5 MB each. */
export interface TablePages {
  /** Number of them. */
  capacity: number;
  /** Keeps them beyond this table, by their names; without it they are read. */
  cache?: ReadCache | undefined;
  /** Called before pages are searched, by servers that let others go first then. */
  pause?: (() => Promise<void>) | undefined;
}

const PAGES: TablePages = { capacity: 16 };

/** The files of a table, read on demand: pages of rows, sorted by their keys. */
export interface TableFiles<Row> {
  /** The first key of each page. */
  readKeys: () => Promise<readonly string[]>;
  readPage: (page: number) => Promise<Row[]>;
}

/** How the files of a table are named and written. */
export interface TableFormat<Row> {
  index: string;
  page: (page: number) => string;
  /** @throws AppError `malformed` */
  parseKeys: (json: unknown) => readonly string[];
  /** @throws AppError `malformed` */
  parseRows: (json: unknown) => Row[];
}

/** Opens a table of either format. @param cache stores parsed files by their names */
export function openTableFiles<Row>(
  files: SnapshotFiles,
  { index, page, parseKeys, parseRows }: TableFormat<Row>,
  cache: ReadCache,
): TableFiles<Row> {
  const read = <Value>(name: string, parse: (json: unknown) => Value) =>
    cache(name, async () => parse(await files.readJson(name)));
  return { readKeys: () => read(index, parseKeys), readPage: (at) => read(page(at), parseRows) };
}

export type LookUpTable<Row> = ReturnType<typeof openLookUpTable<Row>>;

/**
 * Opens a look-up table of the network: rows in pages, sorted by their first column
 * (docs/snapshot-format.md). Invalid rows are left out.
 * @param table name of its folder
 * @param pages more on servers where many people search
 */
export function openLookUpTable<Row>(
  files: SnapshotFiles,
  table: TableName,
  rowSchema: z.ZodMiniType<Row>,
  { capacity, cache = (_, read) => read(), pause } = PAGES,
) {
  const format = {
    index: tableIndexFile(table),
    page: (page: number) => tablePageFile(table, page),
    parseKeys: (json: unknown) => parseKeys(json, table),
    parseRows: (json: unknown) => readRows(json, rowSchema),
  };
  const own = openTableFiles(files, format, cache);
  const readIndex = once(own.readKeys);
  const readPage = oncePerKey(capacity, own.readPage);

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
     * Reads one page: the first that begins with a prefix, else the one that may contain keys with
     * it. Keys with it at the end of the page before aren't read.
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

function parseKeys(json: unknown, table: TableName): string[] {
  const result = z.array(z.string()).safeParse(json);
  if (result.success) return result.data;
  throw new AppError('malformed', `The index of ${table} is no list of keys.`, { problems: [table] });
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

/**
 * Between name and cell in the keys of a gazetteer, which sorts equal names by cell: sorts before
 * any character of a folded name.
 */
export const CELL_AFTER = '\t';

/** The name in a key. */
export const nameOfKey = (key: string) => key.split(CELL_AFTER, 1)[0]!;

/** Whether the rows of one name continue on further pages. */
export const fillsPages = (keys: readonly string[], name: string) =>
  keys.some((key) => key.startsWith(`${name}${CELL_AFTER}`));

/**
 * The pages that may hold names of the first words, of all of them first.
 * @param cell of equal names, those in this cell are on the first page; null: any
 */
export function pagesOfName(
  keys: readonly string[],
  words: readonly string[],
  cell: string | null,
): number[] {
  const pages = words.map((_, at) => {
    const name = words.slice(0, words.length - at).join(' ');
    const wanted = cell === null ? name : `${name}${CELL_AFTER}${cell}`;
    const page = partitionPoint(keys.length, (index) => keys[index]! <= wanted) - 1;
    // A beginning of names is on the next page if that begins with it, and this one can't hold the
    // name itself.
    const next = keys[page + 1];
    const isAhead = next !== undefined && next.startsWith(name) && !next.startsWith(`${name}${CELL_AFTER}`);
    return isAhead && at === 0 ? [page, page + 1] : [page];
  });
  return [...new Set(pages.flat())].map((page) => Math.max(0, page));
}
