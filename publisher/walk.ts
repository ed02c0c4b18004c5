import { AppError } from '../src/lib/contract/errors.ts';
import type { PointsPageAnswer } from '../src/lib/contract/point.ts';
import { listPoints, type PointsWalk } from '../src/lib/platform/list-points.ts';
import type { LoggedPage, PageLog } from './page-log.ts';

export interface WalkListOptions {
  /** Asks the platform for one page. Retries are its own business. */
  fetchPage: (page: number, signal?: AbortSignal) => Promise<PointsPageAnswer>;
  log: PageLog;
  concurrency: number;
  now: () => number;
  signal?: AbortSignal | undefined;
  onProgress?: (state: WalkState) => void;
}

/** How far the pass at hand has come. */
export interface WalkState {
  /** 2 when failed pages are tried once more. */
  round: number;
  pass: number;
  /** Items the list says it has. */
  count: number;
  /** Items of this pass, those of pages kept from before included. */
  items: number;
  /** Those that came over the network. */
  fetchedItems: number;
}

export interface WalkOutcome {
  /** Every page that was read, pass by pass, the newest pass first. */
  passes: readonly (readonly LoggedPage[])[];
  /** Ids that an earlier pass had and the last one didn't. */
  gone: ReadonlySet<string>;
  /** Items the list says it has. */
  count: number;
  /** Different items that were found. */
  found: number;
  moved: boolean;
  failedPages: readonly number[];
  /** Why the first of them failed. */
  failure: AppError | null;
  /** Pages that didn't have to be asked for again. */
  resumedPages: number;
}

/** Pages older than this are read again. */
const KEPT_FOR_MS = 3_600_000;

/**
 * Walks the whole list into the log. Pages that an interrupted walk left are used instead of being asked for, in the first pass
 * only and only while the list seems to be the same: page 1, always read anew, tells the same count, and neither its items nor
 * those of the last page that was kept have changed. A point that comes or goes anywhere in front shifts that last page, so the
 * movement shows; one that does so behind it meets pages that are read now. Pages that failed are tried once more at the end.
 * @throws AppError as `listPoints` does
 */
export async function walkList(options: WalkListOptions): Promise<WalkOutcome> {
  const outcome = await walkRound(options, 1);
  return outcome.failedPages.length === 0 ? outcome : walkRound(options, 2);
}

async function walkRound(options: WalkListOptions, round: number): Promise<WalkOutcome> {
  const { log, concurrency, signal } = options;
  const passes: LoggedPage[][] = [];
  const state: WalkState = { round, pass: 0, count: 0, items: 0, fetchedItems: 0 };
  let kept: ReadonlyMap<number, LoggedPage> = new Map();
  let resumedPages = 0;
  let failure: AppError | null = null;
  let broken: unknown = null;

  async function readPage(page: number): Promise<PointsPageAnswer> {
    const { pass } = walk.progress;
    const logged = pass === 1 ? kept.get(page) : undefined;
    if (logged !== undefined) {
      resumedPages++;
      return enter(pass, logged, readLogged(log, logged));
    }
    const candidates = pass === 1 && page === 1 ? new Map(log.known) : null;
    const answer = await fetchPage(options, page).catch((error: unknown) => {
      failure ??= error as AppError;
      throw error;
    });
    if (candidates !== null) kept = await chooseKept(options, candidates, answer);
    if (state.pass === pass) state.fetchedItems += answer.items.length;
    return enter(pass, writeDown(answer), answer);
  }

  /** A disk that is full is no page that failed: it ends the walk. */
  function writeDown(answer: PointsPageAnswer): LoggedPage {
    try {
      return log.append(answer, options.now());
    } catch (error) {
      broken = error;
      throw new AppError('aborted', 'The page could not be written down.', { cause: error });
    }
  }

  function enter(pass: number, logged: LoggedPage, answer: PointsPageAnswer): PointsPageAnswer {
    if (state.pass !== pass) Object.assign(state, { pass, items: 0, fetchedItems: answer.items.length });
    state.count = answer.count;
    state.items += answer.items.length;
    (passes[pass - 1] ??= []).push(logged);
    options.onProgress?.(state);
    return answer;
  }

  const gone = new Set<string>();
  const walk: PointsWalk = listPoints({ readPage, concurrency, ...(signal && { signal }) });
  try {
    for await (const page of walk) for (const id of page.gone) gone.add(id);
  } catch (error) {
    throw broken ?? error;
  }
  const { count, points, rejected, moved, failedPages } = walk.progress;
  return {
    passes: passes.reverse(),
    gone,
    count: count ?? 0,
    found: points + rejected - gone.size,
    moved,
    failedPages,
    failure,
    resumedPages,
  };
}

async function fetchPage({ fetchPage, signal }: WalkListOptions, page: number): Promise<PointsPageAnswer> {
  const answer = await fetchPage(page, signal);
  if (answer.page === page) return answer;
  throw new AppError('malformed', `Asked for page ${page}, the platform answered page ${answer.page}.`, {
    problems: ['page'],
  });
}

/** Which pages of an earlier walk may stand for themselves, now that page 1 has been read anew. */
async function chooseKept(
  options: WalkListOptions,
  candidates: ReadonlyMap<number, LoggedPage>,
  first: PointsPageAnswer,
): Promise<ReadonlyMap<number, LoggedPage>> {
  const { log } = options;
  const nowMs = options.now();
  // One from the future was read by a clock that has been put right since: nobody knows when.
  const isYoung = ({ readAtMs }: LoggedPage) => readAtMs > nowMs - KEPT_FOR_MS && readAtMs <= nowMs;
  const kept = new Map<number, LoggedPage>();
  for (const logged of candidates.values()) {
    const same = logged.count === first.count && logged.totalPages === first.totalPages;
    if (same && logged.page <= first.totalPages && isYoung(logged)) kept.set(logged.page, logged);
  }
  const firstBefore = kept.get(1);
  kept.delete(1);
  const last = kept.get(Math.max(...kept.keys()));
  if (last === undefined) return kept;
  if (firstBefore !== undefined && !isSame(log, firstBefore, first)) return new Map();
  const lastNow = await fetchPage(options, last.page);
  return lastNow.count === first.count && isSame(log, last, lastNow) ? kept : new Map();
}

function isSame(log: PageLog, logged: LoggedPage, answer: PointsPageAnswer): boolean {
  return JSON.stringify(readLogged(log, logged).items) === JSON.stringify(answer.items);
}

function readLogged(log: PageLog, logged: LoggedPage): PointsPageAnswer {
  const { page, count, perPage, totalPages } = logged;
  const items = Array.from(log.readItems(logged), ({ item }) => item);
  return { page, count, perPage, totalPages, items };
}
