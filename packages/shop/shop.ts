import type { NearestPointsAnswer } from '#contract/nearest-points.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { CheckedPoint, PointValidity } from '#contract/validity.ts';
import { pause } from '#async/pause.ts';
import { parseRetryAfterMs } from '#platform/back-off.ts';
import { checkAddress } from '#platform/check-address.ts';
import { AppError } from '#platform/errors.ts';

export {
  createPointLink,
  readPointChoice,
  type PointChoice,
  type PointLinkOptions,
} from '#platform/point-link.ts';
export { createReturnLink, type ReturnLinkOptions } from '#platform/return-link.ts';

/** Conditions of a check; docs/embedding.md explains them. */
export interface CheckOptions {
  country?: string | readonly string[];
  type?: string | readonly string[];
  locationType?: string | readonly string[];
  excludeIds?: readonly string[];
  filter?: NonNullable<PickerConfig['filter']>;
  signal?: AbortSignal;
  /**
   * Identifies the request in Droppoint's log, so that its operator can look it up: for example an order
   * number. Characters other than letters, digits, `.`, `_` and `-` are sent as `-`; an id of fewer than
   * eight characters gets the prefix `request-`.
   */
  requestId?: string | undefined;
}

export interface SingleCheckOptions extends CheckOptions {
  /**
   * The point's position, if you stored it: `alternatives` are then near it even if the point closed long
   * ago.
   */
  position?: { latitude: number; longitude: number };
  /** BCP 47. If set, each error has a `text` for shoppers. */
  language?: string;
}

/**
 * - `checked`: `point` is the answer.
 * - `unchecked`: there is no answer at the moment; `reason` says why. Accept the order, and check again
 *   before you print its label.
 * - `refused`: the request is wrong, or the server at this origin isn't Droppoint; `message` says which.
 *   Don't send a parcel.
 */
export type Check<Answer> =
  | { outcome: 'checked'; mayAccept: boolean; point: Answer }
  | { outcome: 'unchecked'; mayAccept: true; reason: string }
  | { outcome: 'refused'; mayAccept: false; message: string };

export interface NearestQuery {
  address?: string;
  postalCode?: string;
  city?: string;
  position?: { latitude: number; longitude: number };
  limit?: number;
}

const ANSWER_WITHIN_MS = 3_000;
/** The time limit of a batch, as a multiple of that of a check. */
const BATCH_FACTOR = 10;
/** Longest time limit: timers can't wait longer, and a batch has ten times as long. */
const MAX_MS = (2 ** 31 - 1) / BATCH_FACTOR;
/** Ids in one request. */
const MAX_IDS = 1_000;
/**
 * Longest pause between two batches to wait for. If Droppoint asks for more, the orders are better left for
 * the next night.
 */
const LONGEST_PAUSE_MS = 30_000;

/** Options of a request that aren't conditions. */
type RequestOptions = { signal: AbortSignal | undefined; requestId: string | undefined };
/** An answer, or why there is none at the moment. */
type Reply = { status: number; body: unknown } | { reason: string };

export interface DroppointOptions {
  /** Default: the runtime's `fetch`. */
  fetch?: typeof fetch;
  /** Time limit of a check and of nearest points, in milliseconds. Default: 3 s. For `checkMany` it is ten times as long. */
  timeoutMs?: number;
}

/**
 * Creates the client of Droppoint for a shop's server. Its functions never throw because of an answer. In
 * an outage (no connection, a timeout, 5xx, 429) orders are accepted unchecked. On any other answer that
 * isn't about the requested point they are refused, so that a typo can't turn the check off.
 * @param origin of Droppoint: `https://points.example`
 * @throws AppError `settings_invalid` for an invalid origin or option
 */
export function createDroppoint(origin: string, options?: DroppointOptions): Droppoint;
/** @deprecated Pass `{ fetch }`. */
export function createDroppoint(origin: string, fetchNow: typeof fetch): Droppoint;
export function createDroppoint(
  origin: string,
  optionsOrFetch: DroppointOptions | typeof fetch = {},
): Droppoint {
  const options = checkOptions(
    typeof optionsOrFetch === 'function' ? { fetch: optionsOrFetch } : optionsOrFetch,
  );
  return connect(new URL(checkAddress('origin', origin)).origin, options);
}

/** @throws AppError `settings_invalid` */
function checkOptions(options: DroppointOptions): Required<DroppointOptions> {
  // Look up the global fetch at each call, because tests and tracers replace it.
  const globalFetch: typeof fetch = (...request) => fetch(...request);
  const { fetch: fetchNow = globalFetch, timeoutMs = ANSWER_WITHIN_MS } = options ?? {};
  const invalid = (why: string) => new AppError('settings_invalid', `createDroppoint: ${why}.`);
  if (typeof fetchNow !== 'function') throw invalid(`fetch must be a function, not ${typeof fetchNow}`);
  if (!(timeoutMs > 0 && timeoutMs <= MAX_MS))
    throw invalid(`timeoutMs must be a number of milliseconds, not ${timeoutMs}`);
  return { fetch: fetchNow, timeoutMs };
}

function connect(base: string, { fetch: fetchNow, timeoutMs }: Required<DroppointOptions>) {
  const send = (
    path: string,
    withinMs: number,
    { signal, requestId }: RequestOptions,
    init?: RequestInit,
  ) => {
    const timeout = AbortSignal.timeout(withinMs);
    const headers = { ...init?.headers, ...(requestId && { 'x-request-id': toRequestId(requestId) }) };
    const request = { ...init, headers, signal: signal ? AbortSignal.any([timeout, signal]) : timeout };
    // The other end may just have closed a reused connection. Try once more on another one; the request
    // changes nothing.
    return fetchNow(base + path, request).catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      return fetchNow(base + path, request);
    });
  };

  async function get(path: string, options: RequestOptions): Promise<Reply> {
    try {
      return await readReply(await send(path, timeoutMs, options));
    } catch (error) {
      options.signal?.throwIfAborted();
      return explainOutage(error);
    }
  }

  /**
   * Posts a batch. After a 429 it waits as long as the answer says, and tries again once, because that is
   * enough.
   */
  async function postBatch(body: object, options: RequestOptions): Promise<Reply> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    try {
      const answer = await send('/api/points/check', timeoutMs * BATCH_FACTOR, options, init);
      const waitMs =
        answer.status === 429 ? parseRetryAfterMs(answer.headers.get('retry-after'), Date.now()) : undefined;
      if (waitMs === undefined || waitMs > LONGEST_PAUSE_MS) return await readReply(answer);
      await answer.body?.cancel();
      await pause(waitMs, options.signal);
      return await readReply(await send('/api/points/check', timeoutMs * BATCH_FACTOR, options, init));
    } catch (error) {
      options.signal?.throwIfAborted();
      return explainOutage(error);
    }
  }

  return {
    /** Checks whether a parcel can be sent to a point. @throws the signal's reason */
    async check(id: string, options: SingleCheckOptions = {}): Promise<Check<PointValidity>> {
      const { position, language, signal, requestId, ...conditions } = options;
      const query = writeQuery({ ...conditions, ...position, language });
      let path;
      // A lone surrogate is in no id and can't be encoded.
      try {
        path = `/api/points/${encodeURIComponent(id)}${query.size === 0 ? '' : `?${query}`}`;
      } catch {
        return refused({ status: 400, body: null });
      }
      const reply = await get(path, { signal, requestId });
      return 'reason' in reply ? unchecked(reply) : judge<PointValidity>(reply, reply.body, id);
    },

    /**
     * Checks any number of points, a thousand at a time: for waiting orders, once a night. Beyond 5,000
     * points Droppoint asks for pauses of ten seconds, and this function waits for them.
     * @returns a check for each id, in their order
     * @throws the signal's reason
     */
    async checkMany(
      ids: readonly string[],
      { signal, requestId, ...conditions }: CheckOptions = {},
    ): Promise<Check<CheckedPoint>[]> {
      const checks: Check<CheckedPoint>[] = [];
      for (let at = 0; at < ids.length; at += MAX_IDS) {
        const batch = ids.slice(at, at + MAX_IDS);
        const reply = await postBatch({ ...conditions, ids: batch }, { signal, requestId });
        if ('reason' in reply) {
          checks.push(...batch.map(() => unchecked(reply)));
          continue;
        }
        const points = (reply.body as { points?: unknown[] } | null)?.points;
        for (const [index, id] of batch.entries())
          checks.push(judge<CheckedPoint>(reply, points?.[index], id));
      }
      return checks;
    },

    /**
     * Finds the nearest points; none if no place has that name, or Droppoint can't be reached.
     * @throws the signal's reason
     */
    async nearest(
      { position, ...place }: NearestQuery,
      { signal, language, requestId, ...conditions }: Omit<SingleCheckOptions, 'position'> = {},
    ): Promise<Pick<NearestPointsAnswer, 'place' | 'points' | 'texts'>> {
      const query = writeQuery({ ...place, ...position, ...conditions, language });
      const reply = await get(`/api/nearest-points?${query}`, { signal, requestId });
      const { status, body } = 'reason' in reply ? { status: 0, body: null } : reply;
      const answer = body as Partial<NearestPointsAnswer> | null;
      const isAnswer = status === 200 && Array.isArray(answer?.points);
      return isAnswer ? (answer as NearestPointsAnswer) : { place: null, points: [] };
    },
  };
}

export type Droppoint = ReturnType<typeof connect>;

const unchecked = ({ reason }: { reason: string }): Check<never> => ({
  outcome: 'unchecked',
  mayAccept: true,
  reason,
});

/** @param error from `fetch` or from reading its answer */
function explainOutage(error: unknown): { reason: string } {
  const { name, message } = error as Partial<Error>;
  if (name === 'TimeoutError') return { reason: 'Droppoint didn’t answer within the time limit.' };
  const cause = (error as { cause?: Partial<Error> }).cause?.message;
  return { reason: `Droppoint can't be reached: ${[message, cause].filter(Boolean).join(': ')}.` };
}

/** Converts an id to the form that Droppoint accepts; it replaces any other. */
const toRequestId = (id: string) => {
  const safe = id.replace(/[^\w.-]/g, '-');
  return (safe.length < 8 ? `request-${safe}` : safe).slice(0, 128);
};

async function readReply(answer: Response): Promise<Reply> {
  const { status } = answer;
  if (status === 429 || status >= 500) return { reason: `Droppoint answered ${status}.` };
  return { status, body: parse(await answer.text()) };
}

function judge<Answer extends CheckedPoint>(
  reply: Extract<Reply, { status: number }>,
  value: unknown,
  id: string,
): Check<Answer> {
  const point = value as Partial<Answer> | null | undefined;
  if (reply.status !== 200 || point?.id !== id || typeof point.isValid !== 'boolean') return refused(reply);
  return { outcome: 'checked', mayAccept: point.isValid, point: point as Answer };
}

function refused({ status, body }: Extract<Reply, { status: number }>): Check<never> {
  const message = (body as { message?: unknown } | null)?.message;
  const sentence =
    typeof message === 'string'
      ? message
      : "The answer isn't about this point. Check that the origin is Droppoint's.";
  return { outcome: 'refused', mayAccept: false, message: `${status}: ${sentence}` };
}

/** Lists are joined with commas, objects are written as JSON, and undefined values are left out. */
type QueryValue = string | number | boolean | readonly string[] | object | undefined;

function writeQuery(values: Readonly<Record<string, QueryValue>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined)
      query.set(
        name,
        typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
      );
  return query;
}

/** @returns null if it isn't JSON */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
