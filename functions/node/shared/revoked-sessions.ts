import type { RevokedSessions } from '../../context.ts';
import type { RedisLink } from './redis-link.ts';

/** Some 100 bytes each. */
const MAX_OWN = 10_000;

const keyOf = (sessionId: string) => `revoked:${sessionId}`;

/** Sessions that were logged out at any node. Those of this one are honoured here while Redis is gone, too. */
export interface SharedSessions extends RevokedSessions {
  /** Tells Redis of this node's once more: it was gone, and may have forgotten them. */
  tellAgain(): Promise<void>;
}

/** @param now milliseconds */
export function createSharedSessions(link: RedisLink, now: () => number): SharedSessions {
  /** When each would have ended, in seconds since 1970; in order of their logouts. */
  const own = new Map<string, number>();

  function forget(): void {
    for (const [id, endsAt] of own) if (endsAt * 1000 < now()) own.delete(id);
    for (const id of own.keys()) {
      if (own.size <= MAX_OWN) return;
      own.delete(id);
    }
  }

  const tell = (id: string, endsAt: number) => link.ask((redis) => redis.set(keyOf(id), '1', 'EXAT', endsAt));

  return {
    async revoke(id, endsAt) {
      own.set(id, endsAt);
      forget();
      await tell(id, endsAt);
    },
    isRevoked: async (id) => own.has(id) || (await link.ask((redis) => redis.exists(keyOf(id)))) === 1,
    async tellAgain() {
      forget();
      await Promise.all([...own].map(([id, endsAt]) => tell(id, endsAt)));
    },
  };
}
