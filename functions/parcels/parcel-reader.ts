import { AppError, type ErrorCode } from '#platform/errors.ts';
import { shareCall, type SharedCall } from '#platform/shared-call.ts';
import { MAX_TRACKED } from '#platform/tracking.ts';
import { copyText } from '../copy-text.ts';
import { createLruCache, isRecent, weigh } from '../points/lru-cache.ts';
import type { ToldParcel } from '../../src/lib/contract/told-parcel.ts';

/** How long an answer is kept, for all who ask for it: scans are minutes apart. */
export const KEPT_MS = 60_000;
/** The same for those who ask anew, as after an event: however many do, the platform is asked twelve times a minute at most. */
const KEPT_FROM_ANEW_MS = 5_000;
/** How long an error is kept, so that viewers who come back at once don't each cause a request. */
const ERROR_KEPT_MS = 5_000;
/** Of a number that the platform refuses to tell, at least, and of all if it refuses the token. */
const REFUSED_MS = 10_000;
const REFUSED: readonly ErrorCode[] = [
  'login_failed',
  'scope_missing',
  'unauthorized',
  'forbidden',
  'rate_limited',
];
/** About 3,000 parcels. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Numbers that are being asked for. Beyond them the oldest aren't shared: at the edge a request may end, and never settle its own. */
const MAX_UNDER_WAY = 1_000;

/**
 * What the platform says of numbers: each has an answer, or the error that came instead. Throws an AppError that is about all numbers: the
 * platform gives no token.
 */
export type AskPlatform = (numbers: readonly string[]) => Promise<ReadonlyMap<string, ToldParcel | AppError>>;

/** What was read of a number. */
export interface ReadParcel {
  /** As JSON text, which takes less memory than its objects and needn't be written for each viewer. */
  json: string;
  status: ToldParcel['status'];
  readAtMs: number;
}

type Outcome = ReadParcel | AppError;

/** Errors are kept as JSON text: as objects they have their causes with them, and what these refer to. */
interface Kept {
  outcome: ReadParcel | { errorJson: string };
  atMs: number;
  forMs: number;
}

export type ParcelReader = ReturnType<typeof createParcelReader>;

/**
 * Reads parcels, each at most once a minute, or every five seconds for those who ask anew, however many ask for it: those who come while
 * it is read wait for that, and those who come later get what was kept.
 */
export function createParcelReader(now: () => number) {
  const kept = createLruCache(KEPT_BYTES);
  const underWay = new Map<string, SharedCall<Outcome>>();
  let refused: { error: AppError; atMs: number } | null = null;

  function findKept(number: string, isAnew: boolean): Outcome | undefined {
    const entry = kept.get(number) as Kept | undefined;
    if (entry === undefined) return undefined;
    const forMs = isAnew && 'json' in entry.outcome ? KEPT_FROM_ANEW_MS : entry.forMs;
    if (!isRecent(entry.atMs, now(), forMs)) return undefined;
    return 'errorJson' in entry.outcome ? readError(entry.outcome.errorJson) : entry.outcome;
  }

  function keep(number: string, answer: ToldParcel | AppError): Outcome {
    const atMs = now();
    underWay.delete(number);
    if (answer instanceof AppError) {
      const errorJson = writeError(answer);
      const entry: Kept = { outcome: { errorJson }, atMs, forMs: chooseKeptMs(answer) };
      kept.set(number, entry, weigh(errorJson));
      return answer;
    }
    const outcome = { json: JSON.stringify(answer), status: answer.status, readAtMs: atMs };
    kept.set(number, { outcome, atMs, forMs: KEPT_MS } satisfies Kept, weigh(outcome.json));
    return outcome;
  }

  /** What all numbers are told while the platform gives no token; other errors are about the number. */
  function keepForAll(number: string, error: AppError): Outcome {
    if (!REFUSED.includes(error.code)) return keep(number, error);
    underWay.delete(number);
    refused = { error, atMs: now() };
    return error;
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
     * @param asked each once
     * @param isAnew whether what was read some seconds ago is too old
     * @returns an outcome for each, in their order
     */
    async read(asked: readonly string[], ask: AskPlatform, isAnew = false): Promise<Outcome[]> {
      const numbers = asked.map(copyText);
      const needed = numbers.filter(
        (number) => findKept(number, isAnew) === undefined && !underWay.has(number),
      );
      const planned = plan(needed, ask);
      return Promise.all(
        numbers.map(async (number) => {
          const there = findKept(number, isAnew);
          if (there !== undefined) return there;
          if (refused !== null && isRecent(refused.atMs, now(), REFUSED_MS)) return refused.error;
          const [oldest] = underWay.keys();
          if (underWay.size >= MAX_UNDER_WAY) underWay.delete(oldest!);
          return shareCall(underWay, number, now, async () => {
            try {
              const answers = await (planned.get(number)?.() ?? ask([number]));
              return keep(number, answers.get(number)!);
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
              return keepForAll(number, error);
            }
          });
        }),
      );
    },
  };
}

/** As long as the platform asks to wait, but no longer than an answer. */
function chooseKeptMs({ code, retryAfterMs = 0 }: AppError): number {
  const leastMs = REFUSED.includes(code) ? REFUSED_MS : ERROR_KEPT_MS;
  return Math.min(Math.max(leastMs, retryAfterMs), KEPT_MS);
}

function writeError({ code, message, status, retryAfterMs, problems }: AppError): string {
  return JSON.stringify({ code, message, status, retryAfterMs, problems });
}

function readError(json: string): AppError {
  const { code, message, ...details } = JSON.parse(json) as AppError;
  return new AppError(code, message, details);
}
