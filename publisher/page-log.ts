import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { PointsPageAnswer } from '#platform/point.ts';
import { SnapshotError } from './explain-failure.ts';

const whole = z.int().check(z.gte(0));

/** One page as it was read, and the position of its items in the file. */
const loggedPageSchema = z.object({
  page: whole,
  count: whole,
  totalPages: whole,
  perPage: whole,
  /** Number of items on the page. */
  items: whole,
  /** Byte offset in the file of items. */
  offset: whole,
  length: whole,
  readAtMs: z.number(),
});
export type LoggedPage = z.infer<typeof loggedPageSchema>;

/** Thrown when the pages take more disk space than allowed. */
export class WalkTooLargeError extends SnapshotError {
  constructor(maxBytes: number) {
    super(
      `Nothing was published: the pages take more disk space than SNAPSHOT_MAX_WALK_MB=${Math.round(maxBytes / 1e6)} allows. ` +
        'If the list is that long, raise the limit; a list that changes while it is read is read up to three times.',
    );
  }
}

/** One item of a page and the position of its JSON text in the file. */
export interface LoggedItem {
  item: unknown;
  offset: number;
  length: number;
}

const LINE_FEED = 10;

/**
 * The pages of a walk on disk: `items.ndjson`, append-only, with one item per line, and `pages.ndjson`, its index. A page's index
 * entry is written after its items, so the entries are valid however the walk ends. Items stay on disk because a network of a
 * million points doesn't fit into memory.
 */
export class PageLog {
  readonly #folder: string;
  /** Path of the file of items, to which `offset` and `length` refer. */
  readonly items: string;
  readonly #pages: string;
  readonly #maxBytes: number;
  #end = 0;
  #file: number | null;
  /** The newest copy of each page. */
  readonly known = new Map<number, LoggedPage>();

  /**
   * @param folder created if it is missing
   * @param source identifies the list and how it is read; pages of another source are discarded
   * @param maxBytes how much disk space the items may take at most
   */
  constructor(folder: string, source: string, maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
    this.#folder = folder;
    this.items = join(folder, 'items.ndjson');
    this.#pages = join(folder, 'pages.ndjson');
    mkdirSync(folder, { recursive: true });
    const head = JSON.stringify({ source });
    const lines = existsSync(this.#pages) ? readFileSync(this.#pages, 'utf8').split('\n') : [];
    const file = (this.#file = openSync(this.items, 'a+'));
    const written = fstatSync(file).size;
    const pages = lines[0] === head ? readPages(lines.slice(1), written) : [];
    this.#end = pages.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
    for (const page of pages) this.known.set(page.page, page);
    // Repeated failed runs leave outdated copies of pages. Once these take more than half of the file, discard everything.
    const usedBytes = [...this.known.values()].reduce((sum, { length }) => sum + length, 0);
    if (this.#end > 2 * usedBytes) {
      pages.length = 0;
      this.known.clear();
      this.#end = 0;
    }
    // Remove the items of a page that was being written when the last walk was cut off.
    if (written > this.#end) ftruncateSync(file, this.#end);
    writeFileSync(this.#pages, [head, ...pages.map((page) => JSON.stringify(page)), ''].join('\n'));
  }

  /**
   * Appends a page, synchronously, so that pages never interleave and an interruption falls between two of them.
   * @returns its items, as `readItems` reads them
   */
  append({ page, count, totalPages, perPage, items }: PointsPageAnswer, readAtMs: number): LoggedItem[] {
    const bytes = Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    const logged = { page, count, totalPages, perPage, items: items.length, readAtMs };
    const entry: LoggedPage = { ...logged, offset: this.#end, length: bytes.length };
    if (this.#end + bytes.length > this.#maxBytes) throw new WalkTooLargeError(this.#maxBytes);
    appendFileSync(this.#openFile, bytes);
    appendFileSync(this.#pages, `${JSON.stringify(entry)}\n`);
    this.#end += bytes.length;
    this.known.set(page, entry);
    return Array.from(findLines(bytes), ({ start, length }, at) => {
      return { item: items[at], offset: entry.offset + start, length };
    });
  }

  *readItems({ offset, length: bytesOfPage }: LoggedPage): Generator<LoggedItem> {
    const bytes = this.#read(offset, bytesOfPage);
    for (const { start, length } of findLines(bytes)) {
      const item: unknown = JSON.parse(bytes.toString('utf8', start, start + length));
      yield { item, offset: offset + start, length };
    }
  }

  /** Reads one item again. */
  readItem(offset: number, length: number): unknown {
    return JSON.parse(this.#read(offset, length).toString());
  }

  #read(offset: number, length: number): Buffer {
    const file = this.#openFile;
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length;) {
      const got = readSync(file, bytes, read, length - read, offset + read);
      if (got === 0) throw new Error(`${this.items} became shorter while it was read.`);
      read += got;
    }
    return bytes;
  }

  /** Throws after `close`, so that a late page isn't written to another file that has reused the descriptor. */
  get #openFile(): number {
    if (this.#file === null) throw new Error(`${this.items} is closed.`);
    return this.#file;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Deletes the files, so that the next run starts from scratch. */
  remove(): void {
    this.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function* findLines(bytes: Buffer): Generator<{ start: number; length: number }> {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, start);
    yield { start, length: end - start };
    start = end + 1;
  }
}

/** Reads entries up to the first one that is invalid or whose items are missing from the file. */
function readPages(lines: readonly string[], written: number): LoggedPage[] {
  const pages: LoggedPage[] = [];
  try {
    for (const line of lines) {
      const page = loggedPageSchema.parse(JSON.parse(line));
      if (page.offset + page.length > written) break;
      pages.push(page);
    }
  } catch {
    // The last line is empty or incomplete.
  }
  return pages;
}
