import * as z from 'zod/mini';
import { countEditsToPrefix, maxTypos } from '#contract/count-edits.ts';
import { AppError } from '#platform/errors.ts';
import { tableIndexFile, type TableName, tablePageFile } from '#network/snapshot-format/look-up-tables.ts';
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
 * Maximum pages (of 512 rows) to read for a guessed prefix; a guess is lengthened until its rows
 * fit on this many.
 */
const MAX_GUESSED_PAGES = 3;
const MIN_GUESSED_LETTERS = 2;

/**
 * How a name may begin that was typed like this: also with its first letters swapped, or one of
 * them left out.
 */
const guessBeginnings = (typed: string) => {
  const [first = '', second = ''] = typed;
  return [typed, second + first + typed.slice(2), typed.slice(1), first + typed.slice(2)];
};

/**
 * Rows whose names begin almost with the typed text, fewest typos first, then whole names. A table
 * sorted by name can only be searched by prefix, so typos in the first two letters are found if the
 * letters are swapped or one is extra, but not if one is replaced.
 * @param typed folded
 * @param maxLetters maximum letters of the prefix that is looked up; typos after them are found
 * @param compare order of names with the same number of typos
 * @param guesses how names may begin: each is up to three pages
 */
export async function findMisspeltRows<Row extends readonly [name: string, ...unknown[]]>(
  table: LookUpTable<Row>,
  typed: string,
  maxLetters: number,
  compare: (a: Row, b: Row) => number,
  guesses = guessBeginnings(typed),
): Promise<Row[]> {
  const most = maxTypos(typed.replaceAll(' ', '').length);
  if (most === 0) return [];
  const beginnings = await Promise.all(guesses.map((guess) => shorten(table, guess, maxLetters)));
  const read = await Promise.all(
    [...new Set(beginnings)].map((beginning) => table.readAround(beginning, MAX_GUESSED_PAGES)),
  );
  /** By what they depend on: half of a table's names begin like another one. */
  const known = new Map<string, number>();
  const countTypos = (name: string) => {
    const beginning = name.slice(0, typed.length + most);
    const edits = known.get(beginning) ?? countEditsToPrefix(typed, beginning, most);
    known.set(beginning, edits);
    return edits;
  };
  // "Frankfurd" is Frankfurt rather than Frankfurt (Oder).
  const isLonger = ([name]: Row) => Number(name.length > typed.length + most);
  return [...new Set(read.flat())]
    .filter(([folded]) => !folded.startsWith(typed))
    .map((row) => ({ row, edits: countTypos(row[0]) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || isLonger(a.row) - isLonger(b.row) || compare(a.row, b.row))
    .map(({ row }) => row);
}

/** The shortest prefix whose rows are on few enough pages. */
async function shorten<Row>(table: LookUpTable<Row>, guess: string, maxLetters: number): Promise<string> {
  for (let letters = MIN_GUESSED_LETTERS; letters < maxLetters; letters++) {
    const beginning = guess.slice(0, letters);
    if ((await table.countPages(beginning)) <= MAX_GUESSED_PAGES) return beginning;
  }
  return guess.slice(0, maxLetters);
}
