import type { Dependencies, Limit } from '../../context.ts';
import { connectRedis } from './redis-link.ts';
import { createSharedSessions, type SharedSessions } from './revoked-sessions.ts';
import { createSharedLimit } from './shared-limit.ts';

/** A line of the log: the store that nodes share can be used, or can't any more. */
export interface RedisLine {
  time: string;
  redis: 'there' | 'gone';
  /** Why it is gone. */
  detail?: string;
}

/** What several nodes do together. */
export interface Shared {
  dependencies: Pick<Dependencies, 'limit' | 'revoked'>;
  close(): void;
}

/**
 * Connects this node with the others.
 * @param url see `connectRedis`
 * @param own this node's own count of requests; null where nobody counts
 * @param tell told how it is, and of each change
 */
export async function openShared(
  url: string,
  own: Limit | null,
  tell: (line: RedisLine) => void,
): Promise<Shared> {
  let sessions: SharedSessions | null = null;
  const link = await connectRedis(url, (redis, reason) => {
    tell({ time: new Date().toISOString(), redis, ...(reason !== null && { detail: reason }) });
    if (redis === 'there') void sessions?.tellAgain();
  });
  sessions = createSharedSessions(link, Date.now);
  return {
    dependencies: { revoked: sessions, ...(own && { limit: createSharedLimit(link, own) }) },
    close: () => link.close(),
  };
}
