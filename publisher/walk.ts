import { AppError } from '#platform/errors.ts';
import type { PointsPageAnswer } from '#platform/point.ts';
import { walkPoints, type PointsWalk } from '#platform/walk-points.ts';
import type { LoggedItem, LoggedPage, PageLog } from './page-log.ts';
import { type PointColumns, PointTable } from './point-table.ts';

export interface WalkListOptions {
  /** Fetches one page from the platform, with its own retries. */
  fetchPage: (page: number) => Promise<PointsPageAnswer>;
  log: PageLog;
  concurrency: number;
  now: () => number;
  signal?: AbortSignal | undefined;
  onProgress?: (state: WalkState) => void;
  /** Called when a pass begins. */
  onPass?: () => void;
  /** Called with each item of the pass. */
  onItem?: (item: unknown) => void;
}

/** Progress of the current pass. */
export interface WalkState {
  /** 2 while failed pages are retried. */
  round: number;
  pass: number;
  /** Number of items that the list reports. */
  count: number;
  /** Items of this pass, including those of pages kept from an earlier walk. */
  items: number;
  /** Items of this pass that were fetched. */
  fetchedItems: number;
}

export interface WalkOutcome {
  columns: PointColumns;
  /** How often the list was read. */
  passes: number;
  /** Number of items that the list reports. */
  count: number;
  found: number;
  moved: boolean;
  failedPages: readonly number[];
  failure: AppError | null;
  /** Number of pages that were reused from an earlier walk. */
  resumedPages: number;
}

/** Don't reuse pages older than this. */
const RETAINED_FOR_MS = 3_600_000;

/**
 * Walks the whole list into the log, and collects its points. The first pass reuses pages of an interrupted walk if the list seems unchanged: page 1,
 * which is always fetched, reports the same count, and neither its items nor those of the last kept page have changed. A point
 * added or removed before the last kept page shifts that page's items; pages behind it are fetched anyway. If pages failed, walks
 * the list once more, reusing the pages already read.
 * @throws AppError as `walkPoints` does
 */
export async function walkList(options: WalkListOptions): Promise<WalkOutcome> {
  const outcome = await walkRound(options, 1);
  return outcome.failedPages.length === 0 ? outcome : walkRound(options, 2);
}

async function walkRound(options: WalkListOptions, round: number): Promise<WalkOutcome> {
  const { log, concurrency, signal } = options;
  const state: WalkState = { round, pass: 0, count: 0, items: 0, fetchedItems: 0 };
  const table = new PointTable();
  /** The pages that are read but not yet in the table. */
  const entered = new Map<number, readonly LoggedItem[]>();
  let retained: ReadonlyMap<number, LoggedPage> = new Map();
  let resumedPages = 0;
  let failure: AppError | null = null;
  let writeError: unknown = null;

  async function readPage(page: number): Promise<PointsPageAnswer> {
    const { pass } = walk.progress;
    const logged = pass === 1 ? retained.get(page) : undefined;
    if (logged !== undefined) {
      resumedPages++;
      return enter(pass, logged, [...log.readItems(logged)]);
    }
    const candidates = pass === 1 && page === 1 ? new Map(log.known) : null;
    const answer = await fetchPage(options, page).catch((error: unknown) => {
      failure ??= error as AppError;
      throw error;
    });
    if (candidates !== null) retained = await chooseStored(options, candidates, answer);
    if (state.pass === pass) state.fetchedItems += answer.items.length;
    return enter(pass, answer, logPage(answer));
  }

  /** Logs a page. A write error (a full disk) isn't a failed page: it ends the walk. */
  function logPage(answer: PointsPageAnswer): LoggedItem[] {
    try {
      return log.append(answer, options.now());
    } catch (error) {
      writeError = error;
      throw new AppError('aborted', "Can't write the page to the log.", { cause: error });
    }
  }

  function enter(
    pass: number,
    { page, count, perPage, totalPages }: Pick<PointsPageAnswer, 'page' | 'count' | 'perPage' | 'totalPages'>,
    logged: readonly LoggedItem[],
  ): PointsPageAnswer {
    const items = logged.map(({ item }) => item);
    if (state.pass !== pass) {
      Object.assign(state, { pass, items: 0, fetchedItems: items.length });
      options.onPass?.();
    }
    state.count = count;
    state.items += items.length;
    for (const item of items) options.onItem?.(item);
    entered.set(page, logged);
    options.onProgress?.(state);
    return { page, count, perPage, totalPages, items };
  }

  const gone = new Set<string>();
  const walk: PointsWalk = walkPoints({
    readPage,
    concurrency,
    ...(signal && { signal }),
    onItem: (reading, place) => table.take(reading, place, entered.get(place.page)![place.index]!),
  });
  try {
    for await (const page of walk) {
      entered.delete(page.page);
      for (const id of page.gone) gone.add(id);
    }
  } catch (error) {
    throw writeError ?? error;
  }
  const { count, points, rejected, moved, failedPages, pass } = walk.progress;
  return {
    columns: table.finish(gone),
    passes: pass,
    count: count ?? 0,
    found: points + rejected - gone.size,
    moved,
    failedPages,
    failure,
    resumedPages,
  };
}

async function fetchPage(options: WalkListOptions, page: number): Promise<PointsPageAnswer> {
  const answer = await options.fetchPage(page);
  if (answer.page === page) return answer;
  throw new AppError('malformed', `Requested page ${page}, but the platform sent page ${answer.page}.`, {
    problems: ['page'],
  });
}

/** Chooses the pages of an earlier walk to reuse, given page 1 as it is now. */
async function chooseStored(
  options: WalkListOptions,
  candidates: ReadonlyMap<number, LoggedPage>,
  first: PointsPageAnswer,
): Promise<ReadonlyMap<number, LoggedPage>> {
  const { log } = options;
  const nowMs = options.now();
  // A time in the future comes from a wrong clock, so the page's age is unknown.
  const isYoung = ({ readAtMs }: LoggedPage) => readAtMs > nowMs - RETAINED_FOR_MS && readAtMs <= nowMs;
  const isOfList = ({ page, count, totalPages }: LoggedPage) =>
    count === first.count && totalPages === first.totalPages && page <= totalPages;
  const retained = new Map([...candidates].filter(([, logged]) => isOfList(logged) && isYoung(logged)));
  const firstBefore = retained.get(1);
  retained.delete(1);
  const last = retained.get([...retained.keys()].reduce((most, page) => Math.max(most, page), 0));
  if (last === undefined) return retained;
  if (firstBefore !== undefined && !isSame(log, firstBefore, first)) return new Map();
  const lastNow = await fetchPage(options, last.page);
  return lastNow.count === first.count && isSame(log, last, lastNow) ? retained : new Map();
}

function isSame(log: PageLog, logged: LoggedPage, answer: PointsPageAnswer): boolean {
  const items = Array.from(log.readItems(logged), ({ item }) => item);
  return JSON.stringify(items) === JSON.stringify(answer.items);
}
