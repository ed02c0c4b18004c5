import * as z from 'zod/mini';
import { pause } from '#async/pause.ts';
import type { Platform } from '#platform/client.ts';
import { AppError } from '#platform/errors.ts';
import { getPoint } from '#platform/location.ts';
import { createRequester, type Send } from '#platform/request.ts';
import { forEachLimit } from '#async/limit.ts';

/** Facts known about a point. */
export interface PointFact {
  /**
   * `takes`: parcels can be sent to it. `refuses`: parcels can't be collected there. `unknown`: no source
   * could say.
   */
  state: 'takes' | 'refuses' | 'gone' | 'unknown';
  name: string;
  /** ISO 3166-1 alpha-2; empty: unknown. */
  country: string;
  /** If `gone`: the id that the user probably meant; empty: none fits. */
  suggestedId: string;
  isLocker: boolean | null;
}

/** Ids per request: few, so that the first answers arrive soon. */
const BATCH = 100;
/** Concurrent calls. */
const AT_ONCE = 6;
const COLLECT = 'PARCEL_COLLECT';

type PlatformItem = Readonly<Record<string, unknown>>;
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/**
 * The part of an answer about a point (`CheckedPoint`) that is needed here. Parsing the rest would be
 * wasted work for five hundred points.
 */
const answerSchema = z.object({
  id: z.string(),
  status: z.string(),
  meant: z.catch(z.string(), ''),
  /** Read by `toPointFact`. */
  point: z.catch(z.custom<PlatformItem>(isObject), {}),
  summary: z.catch(
    z.object({ name: z.string(), lines: z.array(z.string()), country: z.nullable(z.string()) }),
    { name: '', lines: [], country: '' },
  ),
});
/** Statuses understood here. A point with any other is treated as unanswered. */
const KNOWN_STATUSES: readonly string[] = ['exists', 'gone', 'mistyped'];
const answersSchema = z.object({ points: z.array(answerSchema) });
type PointAnswer = z.infer<typeof answerSchema>;

const PAUSE_MS = 2_000;

const UNKNOWN: PointFact = { state: 'unknown', name: '', country: '', suggestedId: '', isLocker: null };

/**
 * Loads facts about points once per visit: in bulk from the published network, or one by one from the
 * platform for points without an answer there.
 */
export class PointFacts {
  readonly #facts = new Map<string, PointFact>();
  readonly #pending = new Set<string>();
  readonly #send: Send;
  readonly #platform: Pick<Platform, 'call'>;

  constructor(platform: Pick<Platform, 'call'>, send = createRequester({ init: { credentials: 'omit' } })) {
    this.#platform = platform;
    this.#send = send;
  }

  /** null: not requested yet, or still loading. */
  get(id: string): PointFact | null {
    return this.#facts.get(id) ?? null;
  }

  /**
   * Loads the points that are neither known nor loading. Never throws: a point that can't be loaded is
   * `unknown`.
   * @param onfound called after each answer
   */
  async load(ids: readonly string[], onfound: () => void): Promise<void> {
    const newIds = [...new Set(ids)].filter((id) => !this.#facts.has(id) && !this.#pending.has(id));
    for (const id of newIds) this.#pending.add(id);
    const batches = Array.from({ length: Math.ceil(newIds.length / BATCH) }, (_, at) =>
      newIds.slice(at * BATCH, (at + 1) * BATCH),
    );
    const unresolved: string[] = [];
    await forEachLimit(AT_ONCE, batches, async (batch) => {
      unresolved.push(...(await this.#loadPublished(batch)));
      onfound();
    });
    await forEachLimit(AT_ONCE, unresolved, async (id) => {
      this.#store(id, await this.#loadFromPlatform(id));
      onfound();
    });
  }

  /** @returns the ids without an answer */
  async #loadPublished(ids: readonly string[]): Promise<string[]> {
    const answers = await this.#checkPublished(ids).catch(() => []);
    return ids.filter((id, at) => {
      const answer = answers[at];
      if (answer?.id !== id || !KNOWN_STATUSES.includes(answer.status)) return true;
      this.#store(id, toCheckedPointFact(answer));
      return false;
    });
  }

  async #checkPublished(ids: readonly string[]): Promise<readonly PointAnswer[]> {
    const request = { method: 'POST', url: '/api/points/check', schema: answersSchema } as const;
    for (;;) {
      try {
        return (await this.#send({ ...request, body: { ids }, isRepeatable: true })).data.points;
      } catch (error) {
        await waitIfRateLimited(error);
      }
    }
  }

  async #loadFromPlatform(id: string): Promise<PointFact> {
    for (;;) {
      try {
        const { data } = await this.#platform.call(getPoint, { values: { pointId: id } });
        return toPointFact(data);
      } catch (error) {
        const code = error instanceof AppError ? error.code : null;
        if (code === 'not_found' || code === 'rejected') return { ...UNKNOWN, state: 'gone' };
        const mayPass = await waitIfRateLimited(error).then(
          () => true,
          () => false,
        );
        if (!mayPass) return UNKNOWN;
      }
    }
  }

  #store(id: string, fact: PointFact): void {
    this.#pending.delete(id);
    this.#facts.set(id, fact);
  }
}

/** Waits after a `rate_limited` error. @throws any other error */
async function waitIfRateLimited(error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
  await pause(error.retryAfterMs ?? PAUSE_MS);
}

function toCheckedPointFact({ status, point, summary, meant }: PointAnswer): PointFact {
  if (status !== 'exists') return { ...UNKNOWN, state: 'gone', suggestedId: meant };
  const name = [summary.name, ...summary.lines.slice(-1)].filter(Boolean).join(', ');
  return { ...toPointFact(point), name, country: summary.country ?? '' };
}

/** Derives the facts from the platform's own item. */
export function toPointFact(point: PlatformItem): PointFact {
  const { capabilities, country, type, displayName } = point;
  const refuses = Array.isArray(capabilities) && !capabilities.includes(COLLECT);
  return {
    ...UNKNOWN,
    state: refuses ? 'refuses' : 'takes',
    name: typeof displayName === 'string' ? displayName : '',
    country: typeof country === 'string' ? country : '',
    isLocker: typeof type === 'string' ? type === 'APM' : null,
  };
}
