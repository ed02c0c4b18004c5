import { AppError } from '../contract/errors.ts';
import { createLru } from './lru.ts';
import { unlessAborted } from './snapshot-files.ts';

const UNDER_WAY_AT_ONCE = 6;
/** 256 blocks of 1,024 points take some 15 MB. */
const BLOCKS_KEPT = 256;
const WAITS_MS = [500, 2_000, 6_000];
/** After this long a block that failed is asked for again when somebody wants it. */
const FAILED_FOR_MS = 15_000;

export interface BlockLoaderOptions<Loaded> {
  /** @param retried why the last attempt failed */
  read: (index: number, retried: AppError | null, signal: AbortSignal) => Promise<Loaded>;
  /** Something came or failed. */
  onchange: () => void;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
}

/** Blocks as they are needed: what the view wants, and what somebody waits for, which goes first. */
export interface BlockLoader<Loaded> {
  /** A block that is here. */
  get(index: number): Loaded | undefined;
  loaded(): Iterable<Loaded>;
  /** What the view wants, most urgent first. What an earlier view wanted and hasn't been begun is forgotten. */
  want(indexes: readonly number[]): void;
  /** @throws AppError */
  load(index: number, signal?: AbortSignal): Promise<Loaded>;
  /** Blocks that could not be had, and why. */
  readonly failed: ReadonlyMap<number, { error: AppError }>;
  /** Forgets failures, and tries again what the view wants. */
  retry(): void;
  close(): void;
}

interface Waiting<Loaded> {
  promise: Promise<Loaded>;
  resolve: (loaded: Loaded) => void;
  reject: (error: AppError) => void;
  waiters: number;
}

export function createBlockLoader<Loaded>(options: BlockLoaderOptions<Loaded>): BlockLoader<Loaded> {
  const { read, onchange, now, wait } = options;
  const kept = createLru<number, Loaded>(BLOCKS_KEPT);
  const begun = new Set<number>();
  const failed = new Map<number, { error: AppError; atMs: number }>();
  /** Somebody waits for these, in order. */
  const waiting = new Map<number, Waiting<Loaded>>();
  const closing = new AbortController();
  let wanted: readonly number[] = [];
  let requests = 0;

  function pump(): void {
    while (requests < UNDER_WAY_AT_ONCE && !closing.signal.aborted) {
      const next = findNext();
      if (next === undefined) return;
      begun.add(next);
      void fetchBlock(next);
    }
  }

  function findNext(): number | undefined {
    for (const index of waiting.keys()) if (!begun.has(index)) return index;
    return wanted.find((index) => !begun.has(index) && !kept.has(index) && !failedLately(index));
  }

  function isAskedFor(index: number): boolean {
    return waiting.has(index) || wanted.includes(index);
  }

  function failedLately(index: number): boolean {
    const failure = failed.get(index);
    return failure !== undefined && now() - failure.atMs < FAILED_FOR_MS;
  }

  async function fetchBlock(index: number): Promise<void> {
    try {
      const loaded = await persist(index);
      kept.set(index, loaded);
      failed.delete(index);
      waiting.get(index)?.resolve(loaded);
    } catch (error) {
      if (closing.signal.aborted) return;
      const failure = asAppError(error);
      // What nobody asks for any more has not been tried to the end.
      if (isAskedFor(index)) failed.set(index, { error: failure, atMs: now() });
      waiting.get(index)?.reject(failure);
    }
    begun.delete(index);
    waiting.delete(index);
    onchange();
    pump();
  }

  async function persist(index: number): Promise<Loaded> {
    let before: AppError | null = null;
    for (let attempt = 0; ; attempt++) {
      requests++;
      try {
        return await read(index, before, closing.signal);
      } catch (error) {
        before = asAppError(error);
      } finally {
        requests--;
      }
      const waitMs = WAITS_MS[attempt];
      if (waitMs === undefined || closing.signal.aborted) throw before;
      // Others may go on meanwhile.
      pump();
      await wait(waitMs);
      if (!isAskedFor(index)) throw before;
    }
  }

  return {
    get: (index) => kept.get(index),
    loaded: () => kept.values(),
    failed,
    want(indexes) {
      wanted = indexes;
      pump();
    },
    async load(index, signal) {
      const there = kept.get(index);
      if (there !== undefined) return there;
      const entry = waiting.get(index) ?? makeWaiting<Loaded>();
      waiting.set(index, entry);
      entry.waiters++;
      pump();
      try {
        return await unlessAborted(entry.promise, signal);
      } finally {
        entry.waiters--;
        if (entry.waiters === 0 && waiting.get(index) === entry) waiting.delete(index);
      }
    },
    retry() {
      failed.clear();
      pump();
      onchange();
    },
    close() {
      closing.abort();
      for (const { reject } of waiting.values()) reject(new AppError('aborted', 'The snapshot was closed.'));
      waiting.clear();
    },
  };
}

function makeWaiting<Loaded>(): Waiting<Loaded> {
  let resolve: (loaded: Loaded) => void = () => {};
  let reject: (error: AppError) => void = () => {};
  const promise = new Promise<Loaded>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // Whoever waited may have given up by then.
  promise.catch(() => {});
  return { promise, resolve, reject, waiters: 0 };
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('malformed', 'A block can’t be read.', { cause: error });
}
