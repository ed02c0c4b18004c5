import type { ReturnKey } from '#platform/return-link.ts';
import type { CreatedReturn } from './created-return.ts';

/** `open`: being created. `unknown`: it may have been created, but the platform's answer was lost. */
export type ReturnState = CreatedReturn | 'open' | 'unknown';

export interface CreatedReturns {
  find(key: ReturnKey): Promise<ReturnState | null>;
  /**
   * Claims a link for the request that creates its return.
   * @param endsAt when the link ends, and the entry is no longer needed; seconds since 1970
   * @returns null if it is now claimed, else the state that exists already
   */
  claim(key: ReturnKey, endsAt: number): Promise<ReturnState | null>;
  settle(key: ReturnKey, state: CreatedReturn | 'unknown', endsAt: number): Promise<void>;
  /** Releases a claim, since nothing was created. */
  release(key: ReturnKey): Promise<void>;
}

export interface ReturnRecord {
  key: ReturnKey;
  state: ReturnState;
  /** Seconds since 1970. */
  endsAt: number;
}

export interface OwnReturns extends CreatedReturns {
  /** All that are remembered, in the order of their claims. */
  list(): readonly ReturnRecord[];
}

/** About 500 bytes each. */
const MAX_RETURNS = 10_000;

/** Remembers the latest returns that were created at this process. */
export function createOwnReturns(): OwnReturns {
  /** By the key's name. Expired links are refused before they are looked up. */
  const own = new Map<string, ReturnRecord>();

  return {
    find: ({ name }) => Promise.resolve(own.get(name)?.state ?? null),
    claim(key, endsAt) {
      const existing = own.get(key.name)?.state ?? null;
      if (existing === null) own.set(key.name, { key, state: 'open', endsAt });
      const [oldest] = own.keys();
      if (own.size > MAX_RETURNS) own.delete(oldest!);
      return Promise.resolve(existing);
    },
    settle: (key, state, endsAt) => Promise.resolve(void own.set(key.name, { key, state, endsAt })),
    release: ({ name }) => Promise.resolve(void own.delete(name)),
    list: () => [...own.values()],
  };
}
