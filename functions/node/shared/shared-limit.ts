import type { Limit } from '../../context.ts';
import { RATE_LIMITS, RATE_WINDOW_SECONDS } from '../../rate-limits.ts';
import type { RedisLink } from './redis-link.ts';

/** One step, so that no count is ever left without its end. */
const COUNT = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
return count`;

/**
 * Counts requests over all nodes, over windows that begin with a client's first one.
 * @param own this node's own count: what it refuses costs Redis nothing, and it is what counts while Redis is gone
 */
export function createSharedLimit(link: RedisLink, own: Limit): Limit {
  return async (bucket, client) => {
    if (!(await own(bucket, client))) return false;
    const key = `rate:${bucket}:${client}`;
    const count = await link.ask((redis) => redis.eval(COUNT, 1, key, RATE_WINDOW_SECONDS));
    return count === null || Number(count) <= RATE_LIMITS[bucket];
  };
}
