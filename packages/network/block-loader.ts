import { AppError } from '#platform/errors.ts';
import { createLru } from '#async/lru.ts';
import { unlessAborted } from './snapshot-files.ts';

const UNDER_WAY_AT_ONCE = 6;
/** 256 blocks of 1,024 points use about 15 MB. */
const MAX_BLOCKS = 256;
const WAITS_MS = [500, 2_000, 6_000];
/** After this time a failed block is fetched again if the view still wants it. */
const FAILED_FOR_MS = 15_000;

export interface BlockLoaderOptions<Loaded> {
  /** @param retried error of the last attempt; null for the first */
  read: (index: number, retried: AppError | null, signal: AbortSignal) => Promise<Loaded>;
  /** Called when a block was loaded or failed. */
  onchange: () => void;
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
}

export type BlockLoader<Loaded> = ReturnType<typeof createBlockLoader<Loaded>>;

/** Loads blocks on demand: those that a caller waits for first, then those that the view wants. */
export function createBlockLoader<Loaded>(options: BlockLoaderOptions<Loaded>) {
  const { read, onchange, now, wait } = options;
  const cached = createLru<number, Loaded>(MAX_BLOCKS);
  const inProgress = new Set<number>();
  const failed = new Map<number, { error: AppError; atMs: number }>();
  /** Blocks that callers of `load` wait for, in order. */
  const waiting = new Map<number, ReturnType<typeof makeWaiting<Loaded>>>();
  const closing = new AbortController();
  let wanted: readonly number[] = [];
  let requests = 0;

  function pump(): void {
    while (requests < UNDER_WAY_AT_ONCE && !closing.signal.aborted) {
      const next = findNext();
      if (next === undefined) return;
      inProgress.add(next);
      void fetchBlock(next);
    }
  }

  function findNext(): number | undefined {
    for (const index of waiting.keys()) if (!inProgress.has(index)) return index;
    return wanted.find((index) => !inProgress.has(index) && !cached.has(index) && !failedLately(index));
  }

  function isRequestedFor(index: number): boolean {
    return waiting.has(index) || wanted.includes(index);
  }

  function failedLately(index: number): boolean {
    const failure = failed.get(index);
    return failure !== undefined && now() - failure.atMs < FAILED_FOR_MS;
  }

  async function fetchBlock(index: number): Promise<void> {
    try {
      const loaded = await readWithRetries(index);
      cached.set(index, loaded);
      failed.delete(index);
      waiting.get(index)?.resolve(loaded);
    } catch (error) {
      if (closing.signal.aborted) return;
      const failure = asAppError(error);
      // Blocks that are no longer requested haven't had all their attempts.
      if (isRequestedFor(index)) failed.set(index, { error: failure, atMs: now() });
      waiting.get(index)?.reject(failure);
    }
    inProgress.delete(index);
    waiting.delete(index);
    onchange();
    pump();
  }

  async function readWithRetries(index: number): Promise<Loaded> {
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
      // Let other requests start during the wait.
      pump();
      await wait(waitMs);
      if (!isRequestedFor(index)) throw before;
    }
  }

  return {
    get: (index: number) => cached.get(index),
    loaded: () => cached.values(),
    /** Blocks that could not be loaded, with the error. */
    failed,
    /** Sets the blocks that the view wants, most urgent first. Replaces earlier ones that haven't been started. */
    want(indexes: readonly number[]): void {
      wanted = indexes;
      pump();
    },
    /** @throws AppError */
    async load(index: number, signal?: AbortSignal): Promise<Loaded> {
      const there = cached.get(index);
      if (there !== undefined) return there;
      if (closing.signal.aborted) throw makeClosed();
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
    /** Clears failures, and fetches again the blocks that the view wants. */
    retry(): void {
      failed.clear();
      pump();
      onchange();
    },
    close: () => {
      closing.abort();
      for (const { reject } of waiting.values()) reject(makeClosed());
      waiting.clear();
    },
  };
}

function makeClosed(): AppError {
  return new AppError('aborted', 'The snapshot was closed.');
}

function makeWaiting<Loaded>() {
  let resolve: (loaded: Loaded) => void = () => {};
  let reject: (error: AppError) => void = () => {};
  const promise = new Promise<Loaded>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // No unhandled rejection if all callers have aborted by then.
  promise.catch(() => {});
  return { promise, resolve, reject, waiters: 0 };
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError('malformed', 'A block can’t be read.', { cause: error });
}
