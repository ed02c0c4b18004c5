import { RATE_LIMITS, RATE_WINDOW_SECONDS, type RateBucket } from '../rate-limits.ts';

/** Clients counted apart in one window; whoever comes after shares one count, so that memory stays bounded. */
const CLIENTS_AT_MOST = 50_000;
const REST = 'everyone else';

/** Counts requests in this process's memory, over fixed windows of time. */
export function createRequestCounter(
  now: () => number,
): (bucket: RateBucket, clientAddress: string) => Promise<boolean> {
  const counts = new Map<string, number>();
  let currentWindow = 0;
  return (bucket, clientAddress) => {
    const window = Math.floor(now() / (RATE_WINDOW_SECONDS * 1000));
    if (window !== currentWindow) counts.clear();
    currentWindow = window;
    const ownKey = `${bucket} ${clientAddress}`;
    const key = counts.has(ownKey) || counts.size < CLIENTS_AT_MOST ? ownKey : `${bucket} ${REST}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return Promise.resolve(count <= RATE_LIMITS[bucket]);
  };
}
