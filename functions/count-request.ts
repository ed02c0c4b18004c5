import { readClientNetwork } from './client-address.ts';
import type { ApiContext, Tools } from './context.ts';
import { COSTS, RATE_WINDOW_SECONDS, type RateBucket } from './rate-limits.ts';
import { RefusedError } from './refusal.ts';

/**
 * Counts a request in a bucket, which stays the request's.
 * @throws RefusedError 429 if the client has made too many requests of the bucket
 */
export async function countRequest(c: ApiContext, bucket: RateBucket, tools: Tools): Promise<void> {
  c.set('bucket', bucket);
  await countMore(c, tools, 1);
}

/**
 * Counts what a question costs in the client's budget of computing time, where its arrival counted as one unless the route has a bucket of its
 * own. Requests of other sites' pages have a smaller budget of their own, in which each counts once.
 * @param times how many of its kind there are
 * @throws RefusedError 429 if the client has none left
 */
export async function countComputing(
  c: ApiContext,
  tools: Tools,
  kind: keyof typeof COSTS,
  times = 1,
): Promise<void> {
  const { bucket } = c.var;
  if (bucket === undefined || bucket === 'foreign') return;
  const cost = COSTS[kind] * times;
  await count(c, tools, 'compute', bucket === 'compute' ? cost - 1 : cost);
}

/**
 * Counts a request as more than one, in the bucket in which it was counted.
 * @throws RefusedError 429 if that is too many
 */
export async function countMore(c: ApiContext, tools: Tools, cost: number): Promise<void> {
  if (c.var.bucket !== undefined) await count(c, tools, c.var.bucket, cost);
}

async function count(c: ApiContext, { limit }: Tools, bucket: RateBucket, cost: number): Promise<void> {
  if (limit === undefined || cost === 0) return;
  if (await limit(bucket, readClientNetwork(c.env.clientAddress), cost)) return;
  const retryAfter = { 'retry-after': String(RATE_WINDOW_SECONDS) };
  throw new RefusedError({ status: 429, error: 'temporarily_unavailable', headers: retryAfter });
}

/**
 * Does something when it is the client's turn (functions/turns.ts), where clients are told apart.
 * @param kind of what waits for each other
 */
export function computeInTurn<Answer>(
  c: ApiContext,
  { limit, turns }: Tools,
  answer: () => Promise<Answer>,
  kind: 'arriving' | 'computing' = 'computing',
): Promise<Answer> {
  if (limit === undefined) return answer();
  return turns.take(`${kind} ${readClientNetwork(c.env.clientAddress)}`, answer);
}
