import type { Dependencies, RevokedSessions } from '../../context.ts';
import { connectRedis, type RedisLink } from './redis-link.ts';
import { RATE_LIMITS, RATE_WINDOW_SECONDS, type Limit } from '../../rate-limits.ts';

/** A line of the log: the store that nodes share can be used, or can't any more. */
export interface RedisLine {
  time: string;
  redis: 'there' | 'gone';
  /** Why it is gone. */
  detail?: string;
}

/** What several nodes do together. */
export type Shared = Awaited<ReturnType<typeof openShared>>;

/**
 * Connects this node with the others.
 * @param url see `connectRedis`
 * @param own this node's own count of requests; null where nobody counts
 * @param log told how it is, and of each change
 */
export async function openShared(url: string, own: Limit | null, log: (line: RedisLine) => void) {
  let sessions: SharedSessions | null = null;
  const link = await connectRedis(url, (redis, reason) => {
    log({ time: new Date().toISOString(), redis, ...(reason !== null && { detail: reason }) });
    if (redis === 'there') void sessions?.storeAgain();
  });
  sessions = createSharedSessions(link, Date.now);
  const dependencies: Pick<Dependencies, 'limit' | 'revoked'> = {
    revoked: sessions,
    ...(own && { limit: createSharedLimit(link, own) }),
  };
  return { dependencies, close: () => link.close() };
}

/** One step, so that no count is ever left without its end. */
const COUNT = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
return count`;

/**
 * Counts requests over all nodes, over windows that begin with a client's first one.
 * @param own this node's own count: what it refuses costs Redis nothing, and it is what counts while Redis is gone
 */
function createSharedLimit(link: RedisLink, own: Limit): Limit {
  return async (bucket, client) => {
    if (!(await own(bucket, client))) return false;
    const key = `rate:${bucket}:${client}`;
    const count = await link.ask((redis) => redis.eval(COUNT, 1, key, RATE_WINDOW_SECONDS));
    return count === null || Number(count) <= RATE_LIMITS[bucket];
  };
}

/** Some 100 bytes each. */
const MAX_OWN = 10_000;

const keyOf = (sessionId: string) => `revoked:${sessionId}`;

/** Sessions that were logged out at any node. Those of this one are honoured here while Redis is gone, too. */
interface SharedSessions extends RevokedSessions {
  /** Stores this nodeâs in Redis once more: it was gone, and may have forgotten them. */
  storeAgain(): Promise<void>;
}

/** @param now milliseconds */
function createSharedSessions(link: RedisLink, now: () => number): SharedSessions {
  /** When each would have ended, in seconds since 1970; in order of their logouts. */
  const own = new Map<string, number>();

  function forget(): void {
    for (const [id, endsAt] of own) if (endsAt * 1000 < now()) own.delete(id);
    for (const id of own.keys()) {
      if (own.size <= MAX_OWN) return;
      own.delete(id);
    }
  }

  const store = (id: string, endsAt: number) =>
    link.ask((redis) => redis.set(keyOf(id), '1', 'EXAT', endsAt));

  return {
    async revoke(id, endsAt) {
      own.set(id, endsAt);
      forget();
      await store(id, endsAt);
    },
    isRevoked: async (id) => own.has(id) || (await link.ask((redis) => redis.exists(keyOf(id)))) === 1,
    async storeAgain() {
      forget();
      await Promise.all([...own].map(([id, endsAt]) => store(id, endsAt)));
    },
  };
}
