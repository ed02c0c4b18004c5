import { AppError } from './errors.ts';
import {
  idOf,
  type Point,
  type PointReading,
  type PointsPageAnswer,
  readPoint,
  type RejectedItem,
} from './point.ts';

export interface WalkOptions {
  readPage: ReadPage;
  /** Number of pages to read at the same time. */
  concurrency?: number;
  order?: 'list' | 'spread';
  signal?: AbortSignal;
  /** Called with every item that is read, repeated ones too. */
  onItem?: (reading: PointReading, place: ItemPlace) => void;
}

/** Where an item was read. */
export interface ItemPlace {
  /** Counted from 1; a list that changed is read in up to three passes. */
  pass: number;
  page: number;
  /** Index on the page. */
  index: number;
  /** Position in the list, from 1. */
  position: number;
}

export interface WalkProgress {
  /** Number of points according to the platform; null before the first page. */
  count: number | null;
  totalPages: number | null;
  pagesRead: number;
  /** Distinct points yielded so far. */
  points: number;
  /** Distinct items rejected so far. */
  rejected: number;
  /** Items whose id was already yielded or rejected. */
  repeated: number;
  /** Pages that could not be read, even after retries. */
  failedPages: readonly number[];
  /** Whether the list changed during the crawl, which is then repeated. */
  moved: boolean;
  pass: number;
}

export interface WalkedPage {
  page: number;
  /** Points that were not yielded before. */
  points: readonly Point[];
  rejected: readonly RejectedItem[];
  /** Ids yielded in an earlier pass that the last pass no longer contains. Only in a final page of number 0. */
  gone: readonly string[];
}

export interface PointsWalk extends AsyncIterable<WalkedPage> {
  /** Updated before each page is yielded. */
  readonly progress: Readonly<WalkProgress>;
}

const CONCURRENCY = 6;
const PASSES = 3;
/** After this many consecutive failures, report the remaining pages as failed without requesting them. */
const FAILURES_IN_A_ROW = 5;
/** No list is this long; a larger total is a malformed answer. */
export const MAX_PAGES = 1_000_000;

/** Errors that would occur for every further page too. */
const FINAL = new Set<AppError['code']>([
  'aborted',
  'unauthorized',
  'forbidden',
  'session_ended',
  'account_changed',
  'scope_missing',
]);

/**
 * Crawls the paged list of points (docs/platform-api.md, chapter 2 "Points list") with bounded concurrency.
 * Each point is yielded once, whichever pages contain it. The platform offers no snapshot of its list, so a
 * list that changed (another count, or an id on two pages) is read again, in up to three passes, to find
 * points that moved between pages. A page that can't be read is omitted and listed in
 * `progress.failedPages`.
 * @throws AppError from the iteration, if the first page can't be read or no further page can succeed; `aborted` by the signal
 */
export function walkPoints(options: WalkOptions): PointsWalk {
  const progress: WalkProgress = {
    count: null,
    totalPages: null,
    pagesRead: 0,
    points: 0,
    rejected: 0,
    repeated: 0,
    failedPages: [],
    moved: false,
    pass: 0,
  };
  return { progress, [Symbol.asyncIterator]: () => walk(options, progress) };
}

/** One pass over the list. */
interface Pass {
  /** Whether all pages had the same count. */
  isStable: boolean;
  /** Number of items whose id was already in this pass. */
  repeated: number;
  /** Number of ids that were in no earlier pass. */
  found: number;
}

async function* walk(
  { readPage, signal, concurrency = CONCURRENCY, order = 'list', onItem }: WalkOptions,
  progress: WalkProgress,
): AsyncGenerator<WalkedPage> {
  /** The last pass in which each id was read. */
  const passOfId = new Map<string, number>();
  /** Ids that no valid item had so far: one that follows is yielded. */
  const rejectedIds = new Set<string>();
  for (progress.pass = 1; ; progress.pass++) {
    const pass: Pass = { isStable: true, repeated: 0, found: 0 };
    yield* walkOnce(pass);
    const isComplete = progress.failedPages.length === 0;
    const settled = pass.isStable && (pass.repeated === 0 || (progress.pass > 1 && pass.found === 0));
    if (!settled) progress.moved = true;
    if (settled || !isComplete || progress.pass === PASSES) {
      const gone = settled && isComplete ? findGone() : [];
      if (gone.length > 0) yield { page: 0, points: [], rejected: [], gone };
      return;
    }
  }

  async function* walkOnce(pass: Pass): AsyncGenerator<WalkedPage> {
    const failedPages: number[] = [];
    progress.failedPages = failedPages;

    const first = await readPage(1, signal);
    if (first.totalPages > MAX_PAGES) {
      throw new AppError('malformed', `The list claims to have ${first.totalPages} pages.`, {
        problems: ['totalPages'],
      });
    }
    progress.count = first.count;
    progress.totalPages = first.totalPages;
    yield sortItems(1, first, pass);

    const waiting = orderPages(first.totalPages, order).reverse();
    let lastPage = first.totalPages;
    let failuresInARow = 0;
    for await (const read of readPages(waiting, readPage, concurrency, signal)) {
      const { page } = read;
      if ('error' in read) {
        if (FINAL.has(read.error.code)) throw read.error;
        failedPages.push(page);
        // Push one by one: spreading them into one call overflows the stack for very long lists.
        if (++failuresInARow >= FAILURES_IN_A_ROW)
          for (const left of waiting.splice(0)) failedPages.push(left);
        continue;
      }
      const { answer } = read;
      failuresInARow = 0;
      if (answer.count !== first.count) pass.isStable = false;
      progress.count = answer.count;
      // If the list has grown, read its new pages too.
      for (; lastPage < Math.min(answer.totalPages, MAX_PAGES); lastPage++) waiting.unshift(lastPage + 1);
      progress.totalPages = lastPage;
      yield sortItems(page, answer, pass);
    }
    failedPages.sort((a, b) => a - b);
  }

  /** Separates new points from repeated and rejected items, and updates the counters. */
  function sortItems(page: number, { perPage, items }: PointsPageAnswer, pass: Pass): WalkedPage {
    const points: Point[] = [];
    const rejected: RejectedItem[] = [];
    for (const [index, item] of items.entries()) {
      const reading = readPoint(item);
      onItem?.(reading, { pass: progress.pass, page, index, position: (page - 1) * perPage + index + 1 });
      if (!isNew(reading, pass)) continue;
      if ('point' in reading) points.push(reading.point);
      else rejected.push(reading.rejected);
    }
    progress.pagesRead++;
    progress.points += points.length;
    progress.rejected += rejected.length;
    return { page, points, rejected, gone: [] };
  }

  /** Whether no item with this id was read before, or only rejected ones before a valid one. */
  function isNew(reading: PointReading, pass: Pass): boolean {
    const id = idOf(reading);
    // Items without an id can't be recognized again, so only the first pass reports them.
    if (id === null) return progress.pass === 1;
    const lastPass = passOfId.get(id);
    passOfId.set(id, progress.pass);
    if (lastPass === progress.pass) pass.repeated++;
    const isPoint = 'point' in reading;
    const isFirst = lastPass === undefined || (isPoint && rejectedIds.delete(id));
    if (isFirst) pass.found++;
    else progress.repeated++;
    if (lastPass === undefined && !isPoint) rejectedIds.add(id);
    return isFirst;
  }

  /** Finds the yielded points that the last pass no longer contains. */
  function findGone(): string[] {
    return [...passOfId].flatMap(([id, last]) => (last < progress.pass && !rejectedIds.has(id) ? [id] : []));
  }
}

/**
 * The order in which pages 2 to `totalPages` are read.
 * `list`: ascending. `spread`: in strides of the golden ratio, so that the pages read so far are always
 * spread evenly over the list. The platform lists country by country, and a map that fills from one corner
 * looks broken for a minute.
 */
export function orderPages(totalPages: number, order: 'list' | 'spread'): number[] {
  const pages = Array.from({ length: Math.max(0, totalPages - 1) }, (_, index) => index + 2);
  if (order === 'list' || pages.length < 3) return pages;
  let stride = Math.max(1, Math.round(pages.length * 0.618));
  while (greatestCommonDivisor(stride, pages.length) !== 1) stride++;
  return pages.map((_, index) => pages[((index + 1) * stride) % pages.length] as number);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Reads one page of the points list, counted from 1, with its own retries. @throws AppError */
export type ReadPage = (page: number, signal?: AbortSignal) => Promise<PointsPageAnswer>;

type PageReading = { page: number; answer: PointsPageAnswer } | { page: number; error: AppError };

/**
 * Reads pages, a few at a time, and yields each as soon as it has been read or has failed. Never throws.
 * @param waiting the pages to read, the next one last; may be changed while pages are read
 */
export async function* readPages(
  waiting: number[],
  readPage: ReadPage,
  concurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<PageReading> {
  const inFlight = new Map<number, Promise<PageReading>>();
  while (waiting.length > 0 || inFlight.size > 0) {
    while (inFlight.size < concurrency && waiting.length > 0) {
      const page = waiting.pop() as number;
      inFlight.set(
        page,
        readPage(page, signal).then(
          (answer) => ({ page, answer }),
          (error: AppError) => ({ page, error }),
        ),
      );
    }
    const read = await Promise.race(inFlight.values());
    inFlight.delete(read.page);
    yield read;
  }
}
