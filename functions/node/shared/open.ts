import type { Dependencies } from '../../context.ts';
import { createOwnLogouts } from '../../oauth/own-logouts.ts';
import { connectRedis, type RedisLink } from './redis-link.ts';
import { createSharedReturns } from './shared-returns.ts';
import { RATE_LIMITS, RATE_WINDOW_SECONDS, type Limit } from '../../rate-limits.ts';

/** A log line about the availability of Redis. */
export interface RedisLine {
  time: string;
  redis: 'there' | 'gone';
  /** Why it is unavailable. */
  detail?: string;
}

/**
 * Connects this node to the state shared with others.
 * @param url see `connectRedis`
 * @param own this node's own request counter; undefined if requests aren't counted
 * @param log called with the first state of Redis and on every change
 */
export async function openShared(url: string, own: Limit | undefined, log: (line: RedisLine) => void) {
  let sessions: ReturnType<typeof createSharedSessions> | null = null;
  const link = await connectRedis(url, (redis, reason) => {
    log({ time: new Date().toISOString(), redis, ...(reason !== null && { detail: reason }) });
    if (redis === 'there') void sessions?.storeAgain();
  });
  sessions = createSharedSessions(link);
  const dependencies: Pick<Dependencies, 'limit' | 'returns' | 'revoked'> = {
    revoked: sessions,
    returns: createSharedReturns(link),
    limit: own && createSharedLimit(link, own),
  };
  return { dependencies, close: () => link.close() };
}

/** A script, because it is atomic: no counter is left without its expiry. */
const COUNT = `local count = redis.call('incrby', KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('expire', KEYS[1], ARGV[1]) end
return count`;

/**
 * Counts requests across all nodes, in windows that start with a client's first request.
 * @param own this node's own counter: requests that it refuses aren't sent to Redis, and it alone counts while Redis is
 * unavailable
 */
function createSharedLimit(link: RedisLink, own: Limit): Limit {
  return async (bucket, client, cost = 1) => {
    if (!(await own(bucket, client, cost))) return false;
    const key = `rate:${bucket}:${client}`;
    const count = await link.ask((redis) => redis.eval(COUNT, 1, key, RATE_WINDOW_SECONDS, cost));
    return count === null || Number(count) <= RATE_LIMITS[bucket];
  };
}

const keyOf = (sessionId: string) => `revoked:${sessionId}`;

/** Sessions that were logged out at any node. This node remembers its own, also while Redis is unavailable. */
function createSharedSessions(link: RedisLink) {
  const own = createOwnLogouts(Date.now);
  const store = (id: string, endsAt: number) =>
    link.ask((redis) => redis.set(keyOf(id), '1', 'EXAT', endsAt));

  return {
    async revoke(id: string, endsAt: number) {
      await own.revoke(id, endsAt);
      await store(id, endsAt);
    },
    isRevoked: async (id: string) =>
      (await own.isRevoked(id)) || (await link.ask((redis) => redis.exists(keyOf(id)))) === 1,
    /** Writes this node’s logouts to Redis again, which may have lost them while it was unavailable. */
    async storeAgain() {
      await Promise.all(own.list().map(([id, endsAt]) => store(id, endsAt)));
    },
  };
}
