import { copyText } from '../files/copy-text.ts';
import type { RevokedSessions } from '../context.ts';

/** About 150 bytes each. */
const MAX_LOGOUTS = 10_000;

export interface OwnLogouts extends RevokedSessions {
  /** The sessions that haven't expired yet, and when they do. */
  list(): readonly (readonly [sessionId: string, endsAt: number])[];
}

/** Remembers the latest sessions that were logged out at this process. */
export function createOwnLogouts(now: () => number): OwnLogouts {
  /** When each session expires, in seconds since 1970; in order of logout. */
  const own = new Map<string, number>();

  return {
    revoke(id, endsAt) {
      own.set(copyText(id), endsAt);
      const [oldest] = own.keys();
      if (own.size > MAX_LOGOUTS) own.delete(oldest!);
      return Promise.resolve();
    },
    isRevoked: (id) => Promise.resolve(own.has(id)),
    list: () => [...own].filter(([, endsAt]) => endsAt * 1000 >= now()),
  };
}
