import { AppError } from '#platform/errors.ts';
import { shareCall, type SharedCall } from '#platform/shared-call.ts';
import { MAX_TRACKED } from '#platform/tracking.ts';
import { createLruCache, isRecent, weigh } from '../points/lru-cache.ts';
import type { ToldParcel } from '../../src/lib/contract/told-parcel.ts';

/** How long an answer is kept, for all who ask for it: scans are minutes apart. */
export const KEPT_MS = 60_000;
/** How long an error is kept, so that viewers who come back at once don't each cause a request. */
const ERROR_KEPT_MS = 5_000;
/** Of errors that are about all numbers: missing rights, or too many requests. */
const REFUSED_MS = 10_000;
/** About 3,000 parcels. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Numbers that are being asked for. Beyond them the oldest aren't shared: at the edge a request may end, and never settle its own. */
const MAX_UNDER_WAY = 1_000;
const ABOUT_ALL: readonly string[] = [
  'login_failed',
  'scope_missing',
  'unauthorized',
  'forbidden',
  'rate_limited',
];

/** What the platform says of numbers: each has an answer, or the error that came instead. */
export type AskPlatform = (numbers: readonly string[]) => Promise<ReadonlyMap<string, ToldParcel | AppError>>;

/** What was read of a number. */
export interface ReadParcel {
  /** As JSON text, which takes less memory than its objects and needn't be written for each viewer. */
  json: string;
  status: ToldParcel['status'];
  readAtMs: number;
}

type Outcome = ReadParcel | AppError;

export type ParcelReader = ReturnType<typeof createParcelReader>;

/**
 * Reads parcels, each at most once a minute, however many ask for it: those who come while it is read wait for that, and those who come
 * later get what was kept.
 */
export function createParcelReader(now: () => number) {
  const kept = createLruCache(KEPT_BYTES);
  const underWay = new Map<string, SharedCall<Outcome>>();
  let refused: { error: AppError; atMs: number } | null = null;

  function findKept(number: string): Outcome | undefined {
    const entry = kept.get(number) as { outcome: Outcome; atMs: number } | undefined;
    if (entry === undefined) return undefined;
    const forMs = entry.outcome instanceof AppError ? ERROR_KEPT_MS : KEPT_MS;
    return isRecent(entry.atMs, now(), forMs) ? entry.outcome : undefined;
  }

  function keep(number: string, answer: ToldParcel | AppError): Outcome {
    const atMs = now();
    const isError = answer instanceof AppError;
    const json = isError ? '' : JSON.stringify(answer);
    const outcome = isError ? answer : { json, status: answer.status, readAtMs: atMs };
    kept.set(number, { outcome, atMs }, weigh(json));
    underWay.delete(number);
    if (isError && ABOUT_ALL.includes(answer.code)) refused = { error: answer, atMs };
    return outcome;
  }

  /**
   * Asks for ten numbers at once, when the first of them is needed.
   * @returns for each number what asks for it and the others
   */
  function plan(
    numbers: readonly string[],
    ask: AskPlatform,
  ): ReadonlyMap<string, () => ReturnType<AskPlatform>> {
    const planned = new Map<string, () => ReturnType<AskPlatform>>();
    for (let at = 0; at < numbers.length; at += MAX_TRACKED) {
      const some = numbers.slice(at, at + MAX_TRACKED);
      let answer: ReturnType<AskPlatform> | null = null;
      for (const number of some) planned.set(number, () => (answer ??= ask(some)));
    }
    return planned;
  }

  return {
    /**
     * @param numbers each once
     * @returns an outcome for each, in their order
     */
    async read(numbers: readonly string[], ask: AskPlatform): Promise<Outcome[]> {
      const needed = numbers.filter((number) => findKept(number) === undefined && !underWay.has(number));
      const planned = plan(needed, ask);
      return Promise.all(
        numbers.map(async (number) => {
          const there = findKept(number);
          if (there !== undefined) return there;
          if (refused !== null && isRecent(refused.atMs, now(), REFUSED_MS)) return refused.error;
          const [oldest] = underWay.keys();
          if (underWay.size >= MAX_UNDER_WAY) underWay.delete(oldest!);
          return shareCall(underWay, number, now, async () => {
            const answers = await (planned.get(number)?.() ?? ask([number]));
            return keep(number, answers.get(number)!);
          });
        }),
      );
    },
  };
}
