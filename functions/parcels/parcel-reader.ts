import { AppError, type ErrorCode } from '#platform/errors.ts';
import { shareCall, type SharedCall } from '#async/shared-call.ts';
import { MAX_TRACKED } from '#platform/tracking.ts';
import { copyText } from '../files/copy-text.ts';
import { createLruCache, isRecent, weigh } from '../files/lru-cache.ts';
import type { PublicParcel } from '#contract/public-parcel.ts';

/** How long an answer is cached for all callers: scans are minutes apart. */
export const CACHE_MS = 60_000;
/**
 * The same for callers that want a fresh answer, for example after an event. No matter how many do,
 * the platform receives at most twelve requests a minute.
 */
const FRESH_CACHE_MS = 5_000;
/** How long an error is cached, so that viewers who retry immediately don't each cause a request. */
const ERROR_CACHE_MS = 5_000;
/** Minimum time for a number that the platform refuses, and for all numbers if it refuses the token. */
const REFUSAL_CACHE_MS = 10_000;
const REFUSED: readonly ErrorCode[] = [
  'login_failed',
  'scope_missing',
  'unauthorized',
  'forbidden',
  'rate_limited',
];
/** About 3,000 parcels. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/**
 * Maximum number of shared pending calls. Beyond it, the oldest is no longer shared: at the edge a
 * request may end without ever settling its call.
 */
const MAX_UNDER_WAY = 1_000;

/**
 * Fetches parcels from the platform: for each number its answer or error. Throws an AppError only
 * if it concerns all numbers, because the platform gives no token.
 */
export type FetchParcels = (
  numbers: readonly string[],
) => Promise<ReadonlyMap<string, PublicParcel | AppError>>;

/** The answer for a number. */
export interface ReadParcel {
  /** JSON text, which takes less memory than objects and needn't be serialised for each viewer. */
  json: string;
  status: PublicParcel['status'];
  readAtMs: number;
}

type Outcome = ReadParcel | AppError;

/**
 * Errors are cached as JSON text: as objects they would keep their causes, and everything these
 * refer to, in memory.
 */
interface CacheEntry {
  outcome: ReadParcel | { errorJson: string };
  atMs: number;
  forMs: number;
}

export type ParcelReader = ReturnType<typeof createParcelReader>;

/**
 * Reads parcels, each at most once a minute, or every five seconds for callers that want a fresh
 * answer, however many there are. Callers that arrive during a read wait for it, and later ones get
 * the cached answer.
 */
export function createParcelReader(now: () => number) {
  const cache = createLruCache(MAX_CACHE_BYTES);
  const underWay = new Map<string, SharedCall<Outcome>>();
  let refused: { error: AppError; atMs: number } | null = null;

  function findCached(number: string, mustBeFresh: boolean): Outcome | undefined {
    const entry = cache.get(number) as CacheEntry | undefined;
    if (entry === undefined) return undefined;
    const forMs = mustBeFresh && 'json' in entry.outcome ? FRESH_CACHE_MS : entry.forMs;
    if (!isRecent(entry.atMs, now(), forMs)) return undefined;
    return 'errorJson' in entry.outcome ? readError(entry.outcome.errorJson) : entry.outcome;
  }

  function store(number: string, answer: PublicParcel | AppError): Outcome {
    const atMs = now();
    underWay.delete(number);
    if (answer instanceof AppError) {
      const errorJson = writeError(answer);
      const entry: CacheEntry = { outcome: { errorJson }, atMs, forMs: chooseCacheMs(answer) };
      cache.set(number, entry, weigh(errorJson));
      return answer;
    }
    const outcome = { json: JSON.stringify(answer), status: answer.status, readAtMs: atMs };
    cache.set(number, { outcome, atMs, forMs: CACHE_MS } satisfies CacheEntry, weigh(outcome.json));
    return outcome;
  }

  /**
   * Stores an error for all numbers if the platform gives no token; other errors concern only this
   * number.
   */
  function storeError(number: string, error: AppError): Outcome {
    if (!REFUSED.includes(error.code)) return store(number, error);
    underWay.delete(number);
    refused = { error, atMs: now() };
    return error;
  }

  /**
   * Groups numbers by ten; each group is fetched when the first of its numbers is needed.
   * @returns for each number a function that fetches its group
   */
  function planFetches(
    numbers: readonly string[],
    fetchParcels: FetchParcels,
  ): ReadonlyMap<string, () => ReturnType<FetchParcels>> {
    const planned = new Map<string, () => ReturnType<FetchParcels>>();
    for (let at = 0; at < numbers.length; at += MAX_TRACKED) {
      const group = numbers.slice(at, at + MAX_TRACKED);
      let answer: ReturnType<FetchParcels> | null = null;
      for (const number of group) planned.set(number, () => (answer ??= fetchParcels(group)));
    }
    return planned;
  }

  return {
    /**
     * @param requested each number once
     * @param mustBeFresh whether an answer from some seconds ago is too old
     * @returns an outcome for each number, in the same order
     */
    async read(
      requested: readonly string[],
      fetchParcels: FetchParcels,
      mustBeFresh = false,
    ): Promise<Outcome[]> {
      const numbers = requested.map(copyText);
      const uncached = numbers.filter(
        (number) => findCached(number, mustBeFresh) === undefined && !underWay.has(number),
      );
      const planned = planFetches(uncached, fetchParcels);
      return Promise.all(
        numbers.map(async (number) => {
          const cached = findCached(number, mustBeFresh);
          if (cached !== undefined) return cached;
          if (refused !== null && isRecent(refused.atMs, now(), REFUSAL_CACHE_MS)) return refused.error;
          const [oldest] = underWay.keys();
          if (underWay.size >= MAX_UNDER_WAY) underWay.delete(oldest!);
          return shareCall(underWay, number, now, async () => {
            try {
              const answers = await (planned.get(number)?.() ?? fetchParcels([number]));
              return store(number, answers.get(number)!);
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
              return storeError(number, error);
            }
          });
        }),
      );
    },
  };
}

/**
 * How long an error is cached: as long as the platform asks us to wait, but no longer than an
 * answer.
 */
function chooseCacheMs({ code, retryAfterMs = 0 }: AppError): number {
  const leastMs = REFUSED.includes(code) ? REFUSAL_CACHE_MS : ERROR_CACHE_MS;
  return Math.min(Math.max(leastMs, retryAfterMs), CACHE_MS);
}

function writeError({ code, message, status, retryAfterMs, problems }: AppError): string {
  return JSON.stringify({ code, message, status, retryAfterMs, problems });
}

function readError(json: string): AppError {
  const { code, message, ...details } = JSON.parse(json) as AppError;
  return new AppError(code, message, details);
}
