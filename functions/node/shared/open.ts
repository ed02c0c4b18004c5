import type { ServiceDependencies } from '../../context.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { connectRedis } from './redis-link.ts';
import { createSharedLimit } from './shared-limit.ts';
import { createSharedReturns } from './shared-returns.ts';
import { createSharedSessions } from './shared-sessions.ts';
import { createReliableWrites } from './reliable-writes.ts';

/** A log line about the availability of Redis. */
export interface RedisLine {
  time: string;
  redis: 'there' | 'gone';
  /** Why it is unavailable. */
  detail?: string;
}

/** This node's part of the shared state. */
export interface Sharing {
  /** Its own request counter; undefined if requests aren't counted. */
  limit: Limit | undefined;
  /** A secret that all nodes have. */
  secret: Uint8Array;
  /** Called with the first state of Redis and on every change. */
  log: (line: RedisLine) => void;
}

/**
 * Connects this node to the state shared with others.
 * @param url see `connectRedis`
 */
export async function openShared(url: string, { limit, secret, log }: Sharing) {
  let storeAgain = () => {};
  const link = await connectRedis(url, (redis, reason) => {
    log({ time: new Date().toISOString(), redis, ...(reason !== null && { detail: reason }) });
    if (redis === 'there') storeAgain();
  });
  const writes = createReliableWrites(link);
  const [revoked, returns] = [createSharedSessions(link, writes), createSharedReturns(link, writes)];
  storeAgain = () => void Promise.all([revoked.storeAgain(), returns.storeAgain()]);
  const dependencies: Pick<ServiceDependencies, 'limit' | 'returns' | 'revoked'> = {
    revoked,
    returns,
    limit: limit && createSharedLimit(link, limit, secret),
  };
  return { dependencies, close: () => link.close() };
}
