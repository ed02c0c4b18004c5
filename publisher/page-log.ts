import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { PointsPageAnswer } from '../src/lib/contract/point.ts';
import { SnapshotError } from './explain-failure.ts';

const whole = z.int().check(z.gte(0));

/** One page as it was read: what it told of the list, and where its items lie in the file. */
const loggedPageSchema = z.object({
  page: whole,
  count: whole,
  totalPages: whole,
  perPage: whole,
  /** Items on the page. */
  items: whole,
  /** Bytes from the file's beginning. */
  offset: whole,
  length: whole,
  readAtMs: z.number(),
});
export type LoggedPage = z.infer<typeof loggedPageSchema>;

/** The list takes more room than it may. */
export class WalkTooLargeError extends SnapshotError {
  constructor(maxBytes: number) {
    super(
      `Nothing was published: the pages that were read take more than SNAPSHOT_MAX_WALK_MB=${Math.round(maxBytes / 1e6)} on disk. ` +
        'If the list is that long, raise it; a list that moves is read up to three times.',
    );
  }
}

/** One item of a page and where its JSON text lies in the file. */
export interface LoggedItem {
  item: unknown;
  offset: number;
  length: number;
}

const LINE_FEED = 10;

/**
 * The pages of a walk on disk: `items.ndjson`, one item a line, only ever appended to, and `pages.ndjson`, which tells what lies
 * where. A page is told of after its items are written, so whatever ends the walk, what is told of is whole. Items stay on disk
 * because a network of a million points doesn't fit into memory.
 */
export class PageLog {
  readonly #folder: string;
  /** The file of items: where `offset` and `length` of each lead to. */
  readonly items: string;
  readonly #pages: string;
  readonly #maxBytes: number;
  #end = 0;
  #file: number | null = null;
  /** The newest copy of each page. */
  readonly known = new Map<number, LoggedPage>();

  /**
   * @param folder made when it isn't there
   * @param source what is read and how; pages of another source are thrown away
   * @param maxBytes what the items may take on disk
   */
  constructor(folder: string, source: string, maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
    this.#folder = folder;
    this.items = join(folder, 'items.ndjson');
    this.#pages = join(folder, 'pages.ndjson');
    mkdirSync(folder, { recursive: true });
    const head = JSON.stringify({ source });
    const lines = existsSync(this.#pages) ? readFileSync(this.#pages, 'utf8').split('\n') : [];
    const written = existsSync(this.items) ? statSync(this.items).size : 0;
    const pages = lines[0] === head ? readPages(lines.slice(1), written) : [];
    this.#end = pages.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
    for (const page of pages) this.known.set(page.page, page);
    // Runs that fail one after the other leave copies of pages: where those outweigh what is of use, all goes.
    const ofUse = [...this.known.values()].reduce((sum, { length }) => sum + length, 0);
    if (this.#end > 2 * ofUse) {
      pages.length = 0;
      this.known.clear();
      this.#end = 0;
    }
    // What was being written when the last walk was cut off goes.
    if (written > this.#end) truncateSync(this.items, this.#end);
    if (written === 0) writeFileSync(this.items, '');
    writeFileSync(this.#pages, [head, ...pages.map((page) => JSON.stringify(page)), ''].join('\n'));
  }

  /** Writes a page down. Synchronous: two pages never mix, and an interruption falls between two. */
  append({ page, count, totalPages, perPage, items }: PointsPageAnswer, readAtMs: number): LoggedPage {
    const bytes = Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    const logged = { page, count, totalPages, perPage, items: items.length, readAtMs };
    const entry: LoggedPage = { ...logged, offset: this.#end, length: bytes.length };
    if (this.#end + bytes.length > this.#maxBytes) throw new WalkTooLargeError(this.#maxBytes);
    appendFileSync(this.items, bytes);
    appendFileSync(this.#pages, `${JSON.stringify(entry)}\n`);
    this.#end += bytes.length;
    this.known.set(page, entry);
    return entry;
  }

  *readItems({ offset, length }: LoggedPage): Generator<LoggedItem> {
    const bytes = this.#readBytes(offset, length);
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(LINE_FEED, start);
      const item: unknown = JSON.parse(bytes.toString('utf8', start, end));
      yield { item, offset: offset + start, length: end - start };
      start = end + 1;
    }
  }

  #readBytes(offset: number, length: number): Buffer {
    this.#file ??= openSync(this.items, 'r');
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length;) {
      const got = readSync(this.#file, bytes, read, length - read, offset + read);
      if (got === 0) throw new Error(`${this.items} is shorter than it was.`);
      read += got;
    }
    return bytes;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Takes the files away, when nobody will go on from here. */
  remove(): void {
    this.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Reads as far as the lines are whole and the items they tell of are there. */
function readPages(lines: readonly string[], written: number): LoggedPage[] {
  const pages: LoggedPage[] = [];
  for (const line of lines) {
    const page = readLine(line);
    if (page === null || page.offset + page.length > written) break;
    pages.push(page);
  }
  return pages;
}

function readLine(line: string): LoggedPage | null {
  try {
    return loggedPageSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
