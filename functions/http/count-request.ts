import { readClientNetwork } from './client-address.ts';
import type { ApiContext, Services } from '../context.ts';
import { COSTS, RATE_WINDOW_SECONDS, type RateBucket } from './rate-limits.ts';
import { RefusedError } from './refusal.ts';

/**
 * Counts a request in a bucket, and remembers the bucket for `countMore`.
 * @throws RefusedError 429 if the client has made too many requests of the bucket
 */
export async function countRequest(c: ApiContext, bucket: RateBucket, services: Services): Promise<void> {
  c.set('bucket', bucket);
  await countMore(c, services, 1);
}

/**
 * Charges the cost of a question to the client's budget of computing time. On routes with the
 * bucket `compute`, the request itself has already been counted as one. Requests of other sites'
 * pages aren't charged: they have their own, smaller budget, in which each counts once.
 * @param times how many questions of this kind the request asks
 * @throws RefusedError 429 if the budget is used up
 */
export async function countComputing(
  c: ApiContext,
  services: Services,
  kind: keyof typeof COSTS,
  times = 1,
): Promise<void> {
  const { bucket } = c.var;
  if (bucket === undefined || bucket === 'foreign') return;
  const cost = COSTS[kind] * times;
  await count(c, services, 'compute', bucket === 'compute' ? cost - 1 : cost);
}

/**
 * Adds to a request's count, in the bucket in which it was counted.
 * @throws RefusedError 429 if the client has then made too many requests
 */
export async function countMore(c: ApiContext, services: Services, cost: number): Promise<void> {
  if (c.var.bucket !== undefined) await count(c, services, c.var.bucket, cost);
}

async function count(c: ApiContext, { limit }: Services, bucket: RateBucket, cost: number): Promise<void> {
  if (limit === undefined || cost === 0) return;
  if (await limit(bucket, readClientNetwork(c.env.clientAddress), cost)) return;
  const retryAfter = { 'retry-after': String(RATE_WINDOW_SECONDS) };
  throw new RefusedError({ status: 429, error: 'temporarily_unavailable', headers: retryAfter });
}

/**
 * Runs `answer` when it is the client's turn (functions/http/turns.ts); immediately if there is no rate
 * limit, because clients can't be distinguished then.
 * @param kind a client's requests of one kind wait for each other
 */
export function computeInTurn<Answer>(
  c: ApiContext,
  { limit, turns }: Services,
  answer: () => Promise<Answer>,
  kind: 'arriving' | 'computing' = 'computing',
): Promise<Answer> {
  if (limit === undefined) return answer();
  return turns.take(`${kind} ${readClientNetwork(c.env.clientAddress)}`, answer);
}
