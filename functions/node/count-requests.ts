import type { Limit } from '../context.ts';
import { RATE_LIMITS, RATE_WINDOW_SECONDS, type RateBucket } from '../rate-limits.ts';

/** Clients counted apart in one bucket and window; whoever comes after shares one count, so that memory stays bounded. */
const MAX_CLIENTS = 20_000;
const REST = 'everyone else';

/** Counts requests in this process's memory, over fixed windows of time. */
export function createRequestCounter(now: () => number): Limit {
  const counts = new Map<RateBucket, Map<string, number>>();
  let currentWindow = 0;
  return (bucket, client) => {
    const window = Math.floor(now() / (RATE_WINDOW_SECONDS * 1000));
    if (window !== currentWindow) counts.clear();
    currentWindow = window;
    // Apart: clients that only come to be refused must not take the room of others.
    const clients = counts.get(bucket) ?? new Map<string, number>();
    counts.set(bucket, clients);
    const key = clients.has(client) || clients.size < MAX_CLIENTS ? client : REST;
    const count = (clients.get(key) ?? 0) + 1;
    clients.set(key, count);
    return Promise.resolve(count <= RATE_LIMITS[bucket]);
  };
}
