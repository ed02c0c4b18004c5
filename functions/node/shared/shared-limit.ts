import { createHmac, hkdfSync } from 'node:crypto';
import { RATE_LIMITS, RATE_WINDOW_SECONDS, type Limit } from '../../http/rate-limits.ts';
import type { RedisLink } from './redis-link.ts';

/** A script, because it is atomic: every counter gets its expiry. */
const COUNT = `local count = redis.call('incrby', KEYS[1], ARGV[2])
if count == tonumber(ARGV[2]) then redis.call('expire', KEYS[1], ARGV[1]) end
return count`;

const DAY_MS = 24 * 3600 * 1000;
/** Characters of a client's name: 120 bits, so that no two clients have the same one. */
const NAME_LENGTH = 20;

/**
 * Counts requests across all nodes, in windows that start with a client's first request. Redis
 * writes its keys to disk, where they outlive the window, so clients have names in them that don't
 * reveal their addresses.
 * @param own this node's own counter: requests that it refuses aren't sent to Redis, and while
 * Redis is unavailable, only this counter counts
 * @param secret shared by all nodes; the names are derived from it
 */
export function createSharedLimit(
  link: RedisLink,
  own: Limit,
  secret: Uint8Array,
  now: () => number = Date.now,
): Limit {
  const nameClient = createNames(secret, now);
  return async (bucket, client, cost = 1) => {
    if (!(await own(bucket, client, cost))) return false;
    const key = `rate:${bucket}:${nameClient(client)}`;
    const count = await link.run((redis) => redis.eval(COUNT, 1, key, RATE_WINDOW_SECONDS, cost));
    return count === null || Number(count) <= RATE_LIMITS[bucket];
  };
}

/**
 * Names clients by a keyed hash: only somebody with the secret can try out addresses. The key changes every day
 * (UTC), so that names on a disk can't be linked across days.
 */
function createNames(secret: Uint8Array, now: () => number): (client: string) => string {
  let today = -1;
  let key = Buffer.alloc(0);
  return (client) => {
    const day = Math.floor(now() / DAY_MS);
    if (day !== today) key = Buffer.from(hkdfSync('sha256', secret, '', `droppoint-clients-${day}`, 32));
    today = day;
    return createHmac('sha256', key).update(client).digest('base64url').slice(0, NAME_LENGTH);
  };
}
