import * as z from 'zod/mini';
import { pause } from '#platform/back-off.ts';
import { AppError } from '#platform/errors.ts';
import { createRequester, type Send } from '#platform/request.ts';
import type { Broker } from '../broker/broker.ts';
import { workAtOnce } from './at-once.ts';

/** What is known of a point. */
export interface PointFact {
  /** `takes`: parcels can be sent to it. `refuses`: it is no place to collect one. `unknown`: nobody could say. */
  state: 'takes' | 'refuses' | 'gone' | 'unknown';
  name: string;
  /** ISO 3166-1 alpha-2; empty: not known. */
  country: string;
  /** With `gone`: the id that was probably meant; empty: none fits. */
  meant: string;
  isLocker: boolean | null;
}

/** Of one request: few, so that the first answers are there soon. */
const BATCH = 100;
/** Calls at once. */
const AT_ONCE = 6;
const COLLECT = 'PARCEL_COLLECT';

type PlatformItem = Readonly<Record<string, unknown>>;
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Of an answer about a point (`CheckedPoint`) what is needed here: of five hundred points, the rest would be parsed in vain. */
const answerSchema = z.object({
  id: z.string(),
  status: z.string(),
  meant: z.catch(z.string(), ''),
  /** Read by `factOfPoint`. */
  point: z.catch(z.custom<PlatformItem>(isObject), {}),
  summary: z.catch(
    z.object({ name: z.string(), lines: z.array(z.string()), country: z.nullable(z.string()) }),
    { name: '', lines: [], country: '' },
  ),
});
/** A status that is added later says nothing here. */
const TELLING: readonly string[] = ['exists', 'gone', 'mistyped'];
const answersSchema = z.object({ points: z.array(answerSchema) });
type PointAnswer = z.infer<typeof answerSchema>;

const PAUSE_MS = 2_000;

const UNKNOWN: PointFact = { state: 'unknown', name: '', country: '', meant: '', isLocker: null };

/** What is known of points, asked once per visit: in bulk from the published network, else one by one from the platform. */
export class PointFacts {
  readonly #facts = new Map<string, PointFact>();
  readonly #asking = new Set<string>();
  readonly #send: Send;
  readonly #readPoint: Broker['readPoint'];

  constructor(
    { readPoint }: Pick<Broker, 'readPoint'>,
    send = createRequester({ init: { credentials: 'omit' } }),
  ) {
    this.#readPoint = readPoint;
    this.#send = send;
  }

  /** null: not asked yet, or being asked. */
  get(id: string): PointFact | null {
    return this.#facts.get(id) ?? null;
  }

  /** Asks about those that nothing is known of. Never throws: what can't be found out is `unknown`. @param onfound called after each answer */
  async ask(ids: readonly string[], onfound: () => void): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.#facts.has(id) && !this.#asking.has(id));
    for (const id of wanted) this.#asking.add(id);
    const batches = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, at) =>
      wanted.slice(at * BATCH, (at + 1) * BATCH),
    );
    const left: string[] = [];
    await workAtOnce(AT_ONCE, batches, async (batch) => {
      left.push(...(await this.#askPublished(batch)));
      onfound();
    });
    await workAtOnce(AT_ONCE, left, async (id) => {
      this.#keep(id, await this.#askPlatform(id));
      onfound();
    });
  }

  /** @returns ids that it says nothing of */
  async #askPublished(ids: readonly string[]): Promise<string[]> {
    const answers = await this.#checkPublished(ids).catch(() => []);
    return ids.filter((id, at) => {
      const answer = answers[at];
      if (answer?.id !== id || !TELLING.includes(answer.status)) return true;
      this.#keep(id, factOfAnswer(answer));
      return false;
    });
  }

  async #checkPublished(ids: readonly string[]): Promise<readonly PointAnswer[]> {
    const request = { method: 'POST', url: '/api/points/check', schema: answersSchema } as const;
    for (;;) {
      try {
        return (await this.#send({ ...request, body: { ids }, isRepeatable: true })).data.points;
      } catch (error) {
        await waitFor(error);
      }
    }
  }

  async #askPlatform(id: string): Promise<PointFact> {
    for (;;) {
      try {
        return factOfPoint((await this.#readPoint(id)).data);
      } catch (error) {
        const code = error instanceof AppError ? error.code : null;
        if (code === 'not_found' || code === 'rejected') return { ...UNKNOWN, state: 'gone' };
        const mayPass = await waitFor(error).then(
          () => true,
          () => false,
        );
        if (!mayPass) return UNKNOWN;
      }
    }
  }

  #keep(id: string, fact: PointFact): void {
    this.#asking.delete(id);
    this.#facts.set(id, fact);
  }
}

/** Waits if there were too many requests. @throws the error if it is another */
async function waitFor(error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error;
  await pause(error.retryAfterMs ?? PAUSE_MS);
}

function factOfAnswer({ status, point, summary, meant }: PointAnswer): PointFact {
  if (status !== 'exists') return { ...UNKNOWN, state: 'gone', meant };
  const name = [summary.name, ...summary.lines.slice(-1)].filter(Boolean).join(', ');
  return { ...factOfPoint(point), name, country: summary.country ?? '' };
}

/** What the platform's own item says. */
export function factOfPoint(point: PlatformItem): PointFact {
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
