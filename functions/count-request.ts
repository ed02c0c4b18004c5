import { readClientNetwork } from './client-address.ts';
import type { ApiContext, Tools } from './context.ts';
import { RATE_WINDOW_SECONDS, type RateBucket } from './rate-limits.ts';
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
 * Counts a request as more than one, in the bucket in which it was counted.
 * @throws RefusedError 429 if that is too many
 */
export async function countMore(c: ApiContext, { limit }: Tools, cost: number): Promise<void> {
  const { bucket } = c.var;
  if (limit === undefined || bucket === undefined || cost === 0) return;
  if (await limit(bucket, readClientNetwork(c.env.clientAddress), cost)) return;
  const retryAfter = { 'retry-after': String(RATE_WINDOW_SECONDS) };
  throw new RefusedError({ status: 429, error: 'temporarily_unavailable', headers: retryAfter });
}
