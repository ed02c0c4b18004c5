import type { RevokedSessions } from '../../context.ts';
import { createOwnLogouts } from '../../oauth/own-logouts.ts';
import type { RedisLink } from './redis-link.ts';
import type { ReliableWrites, Write } from './reliable-writes.ts';

const keyOf = (sessionId: string) => `revoked:${sessionId}`;

export interface SharedSessions extends RevokedSessions {
  /** Writes this node’s logouts to Redis again, which may have lost them while it was unavailable. */
  storeAgain(): Promise<void>;
}

/** Sessions that were logged out at any node. This node remembers its own, also while Redis is unavailable. */
export function createSharedSessions(link: RedisLink, writes: ReliableWrites): SharedSessions {
  const own = createOwnLogouts(Date.now);
  const write = (id: string, endsAt: number): readonly [string, Write] => [
    keyOf(id),
    (redis) => redis.set(keyOf(id), '1', 'EXAT', endsAt),
  ];

  return {
    async revoke(id, endsAt) {
      await own.revoke(id, endsAt);
      await writes.send(...write(id, endsAt));
    },
    isRevoked: async (id) =>
      (await own.isRevoked(id)) || (await link.run((redis) => redis.exists(keyOf(id)))) === 1,
    storeAgain: () => writes.sendAll(own.list().map(([id, endsAt]) => write(id, endsAt))),
  };
}
