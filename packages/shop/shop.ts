import type { NearestPointsAnswer } from '../../src/lib/contract/nearest-points.ts';
import type { PickerConfig } from '../../src/lib/contract/picker-config.ts';
import type { CheckedPoint, PointValidity } from '../../src/lib/contract/validity.ts';
import { parseRetryAfterMs, pause } from '#platform/back-off.ts';
import { checkAddress } from '#platform/check-address.ts';
import { AppError } from '#platform/errors.ts';

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
   * Names the request in Droppoint's log, so that its operator can tell what came of it: an order's number. Other characters than letters,
   * digits, `.`, `_` and `-` are sent as `-`; one of less than eight characters begins with `request-`.
   */
  requestId?: string | undefined;
}

export interface SingleCheckOptions extends CheckOptions {
  /** The point's position, if it was stored: `alternatives` are near it even if the point closed long ago. */
  position?: { latitude: number; longitude: number };
  /** BCP 47: each error then has a `text` for shoppers. */
  language?: string;
}

/**
 * - `checked`: `point` is the answer.
 * - `unchecked`: no answer could be had now, `reason` says why. Accept the order, and check it again before its label is printed.
 * - `refused`: the question is wrong, or something else than Droppoint answers at its address: `message` says what. Send no parcel.
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
/** Of a batch, compared with a check. */
const BATCH_FACTOR = 10;
/** Of timers; a batch has ten times as long. */
const MAX_MS = (2 ** 31 - 1) / BATCH_FACTOR;
/** Of one request. */
const MAX_IDS = 1_000;
/** Of a pause that Droppoint asks for between two batches; after a longer one, orders are better left for the next night. */
const LONGEST_PAUSE_MS = 30_000;

/** What isn't in the question. */
type Terms = { signal: AbortSignal | undefined; requestId: string | undefined };
/** An answer, or why none can be had now. */
type Reply = { status: number; body: unknown } | { reason: string };

export interface DroppointOptions {
  /** Default: the runtime's. */
  fetch?: typeof fetch;
  /** Time limit of a check and of nearest points, in milliseconds. Default: 3 s. For `checkMany` it is ten times as long. */
  timeoutMs?: number;
}

/**
 * Droppoint for a shop's server. No function throws for an answer: in an outage (no connection, a timeout, 5xx, 429) orders are accepted
 * unchecked; on any other answer that isn't about the point in question they aren't, so that a typing error can't turn the check off.
 * @param origin of Droppoint: `https://points.example`
 * @throws AppError `settings_invalid` for an origin or an option that can't be
 */
export function createDroppoint(origin: string, options?: DroppointOptions): Droppoint;
/** @deprecated Give `{ fetch }`. */
export function createDroppoint(origin: string, fetchNow: typeof fetch): Droppoint;
export function createDroppoint(origin: string, given: DroppointOptions | typeof fetch = {}): Droppoint {
  const options = checkOptions(typeof given === 'function' ? { fetch: given } : given);
  return connect(new URL(checkAddress('origin', origin)).origin, options);
}

/** @throws AppError `settings_invalid` */
function checkOptions(options: DroppointOptions): Required<DroppointOptions> {
  // The runtime's own is looked up at each call, since tests and tracers exchange it.
  const own: typeof fetch = (...request) => fetch(...request);
  const { fetch: fetchNow = own, timeoutMs = ANSWER_WITHIN_MS } = options ?? {};
  const refuse = (why: string) => new AppError('settings_invalid', `createDroppoint: ${why}.`);
  if (typeof fetchNow !== 'function') throw refuse(`fetch must be a function, not ${typeof fetchNow}`);
  if (!(timeoutMs > 0 && timeoutMs <= MAX_MS))
    throw refuse(`timeoutMs must be a number of milliseconds, not ${timeoutMs}`);
  return { fetch: fetchNow, timeoutMs };
}

function connect(base: string, { fetch: fetchNow, timeoutMs }: Required<DroppointOptions>) {
  const send = (path: string, withinMs: number, { signal, requestId }: Terms, init?: RequestInit) => {
    const late = AbortSignal.timeout(withinMs);
    const headers = { ...init?.headers, ...(requestId && { 'x-request-id': writeId(requestId) }) };
    const request = { ...init, headers, signal: signal ? AbortSignal.any([late, signal]) : late };
    // A kept connection may have been closed at its other end just now: once, it is asked again on another, which changes nothing.
    return fetchNow(base + path, request).catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      return fetchNow(base + path, request);
    });
  };

  async function ask(path: string, terms: Terms): Promise<Reply> {
    try {
      return await readReply(await send(path, timeoutMs, terms));
    } catch (error) {
      terms.signal?.throwIfAborted();
      return explainOutage(error);
    }
  }

  /** As `ask`, but once too many points were asked for, it waits as long as it is told and asks again: once, since that is enough. */
  async function askForMany(body: object, terms: Terms): Promise<Reply> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    try {
      const answer = await send('/api/points/check', timeoutMs * BATCH_FACTOR, terms, init);
      const waitMs =
        answer.status === 429 ? parseRetryAfterMs(answer.headers.get('retry-after'), Date.now()) : undefined;
      if (waitMs === undefined || waitMs > LONGEST_PAUSE_MS) return await readReply(answer);
      await answer.body?.cancel();
      await pause(waitMs, terms.signal);
      return await readReply(await send('/api/points/check', timeoutMs * BATCH_FACTOR, terms, init));
    } catch (error) {
      terms.signal?.throwIfAborted();
      return explainOutage(error);
    }
  }

  return {
    /** Whether a parcel can be sent to a point. @throws the signal's reason */
    async check(id: string, options: SingleCheckOptions = {}): Promise<Check<PointValidity>> {
      const { position, language, signal, requestId, ...conditions } = options;
      const query = writeQuery({ ...conditions, ...position, language });
      let path;
      // Half of a surrogate pair is in no id, and can't be sent.
      try {
        path = `/api/points/${encodeURIComponent(id)}?${query}`;
      } catch {
        return refused({ status: 400, body: null });
      }
      const reply = await ask(path, { signal, requestId });
      return 'reason' in reply ? leave(reply) : judge<PointValidity>(reply, reply.body, id);
    },

    /**
     * The same for any number of points, a thousand at a time: for orders that wait, once a night. Beyond 5,000 Droppoint asks for pauses of
     * ten seconds, which are waited for.
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
        const reply = await askForMany({ ...conditions, ids: batch }, { signal, requestId });
        if ('reason' in reply) {
          checks.push(...batch.map(() => leave(reply)));
          continue;
        }
        const points = (reply.body as { points?: unknown[] } | null)?.points;
        for (const [index, id] of batch.entries())
          checks.push(judge<CheckedPoint>(reply, points?.[index], id));
      }
      return checks;
    },

    /** The nearest points; none if nothing has that name, or Droppoint can't be asked now. @throws the signal's reason */
    async nearest(
      { position, ...place }: NearestQuery,
      { signal, language, requestId, ...conditions }: Omit<SingleCheckOptions, 'position'> = {},
    ): Promise<Pick<NearestPointsAnswer, 'place' | 'points' | 'texts'>> {
      const query = writeQuery({ ...place, ...position, ...conditions, language });
      const reply = await ask(`/api/nearest-points?${query}`, { signal, requestId });
      const { status, body } = 'reason' in reply ? { status: 0, body: null } : reply;
      const told = body as Partial<NearestPointsAnswer> | null;
      const isAnswer = status === 200 && Array.isArray(told?.points);
      return isAnswer ? (told as NearestPointsAnswer) : { place: null, points: [] };
    },
  };
}

export type Droppoint = ReturnType<typeof connect>;

const leave = ({ reason }: { reason: string }): Check<never> => ({
  outcome: 'unchecked',
  mayAccept: true,
  reason,
});

/** @param error of `fetch`, or of reading what it got */
function explainOutage(error: unknown): { reason: string } {
  const { name, message } = error as Partial<Error>;
  if (name === 'TimeoutError') return { reason: 'Droppoint gave no answer within the time limit.' };
  const cause = (error as { cause?: Partial<Error> }).cause?.message;
  return { reason: `Droppoint can't be reached: ${[message, cause].filter(Boolean).join(': ')}.` };
}

/** As Droppoint takes ids of requests: it replaces others. */
const writeId = (id: string) => {
  const written = id.replace(/[^\w.-]/g, '-');
  return (written.length < 8 ? `request-${written}` : written).slice(0, 128);
};

async function readReply(answer: Response): Promise<Reply> {
  const { status } = answer;
  if (status === 429 || status >= 500) return { reason: `Droppoint answered ${status}.` };
  return { status, body: parse(await answer.text()) };
}

function judge<Answer extends CheckedPoint>(
  reply: Extract<Reply, { status: number }>,
  told: unknown,
  id: string,
): Check<Answer> {
  const point = told as Partial<Answer> | null | undefined;
  if (reply.status !== 200 || point?.id !== id || typeof point.isValid !== 'boolean') return refused(reply);
  return { outcome: 'checked', mayAccept: point.isValid, point: point as Answer };
}

function refused({ status, body }: Extract<Reply, { status: number }>): Check<never> {
  const told = (body as { message?: unknown } | null)?.message;
  const message =
    typeof told === 'string' ? told : "The answer isn't one about this point: is the origin Droppoint's?";
  return { outcome: 'refused', mayAccept: false, message: `${status}: ${message}` };
}

/** Lists are joined by commas, objects written as JSON; what is undefined is left out. */
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

/** @returns null for something else than JSON */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
