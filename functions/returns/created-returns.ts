import type { ReturnKey } from '#platform/return-link.ts';
import type { CreatedReturn } from './created-return.ts';

/** `open`: being created. `unknown`: it may have been, as the platform's answer was lost. */
export type ReturnState = CreatedReturn | 'open' | 'unknown';

export interface CreatedReturns {
  find(key: ReturnKey): Promise<ReturnState | null>;
  /**
   * Claims a link for who creates its return.
   * @param endsAt when the link ends, and the entry is no longer needed; seconds since 1970
   * @returns null: claimed; else what is there already
   */
  claim(key: ReturnKey, endsAt: number): Promise<ReturnState | null>;
  settle(key: ReturnKey, state: CreatedReturn | 'unknown', endsAt: number): Promise<void>;
  /** Gives a claim back: nothing was created. */
  release(key: ReturnKey): Promise<void>;
}

export interface KeptReturn {
  key: ReturnKey;
  state: ReturnState;
  /** Seconds since 1970. */
  endsAt: number;
}

export interface OwnReturns extends CreatedReturns {
  /** All that are remembered, in the order of their claims. */
  list(): readonly KeptReturn[];
}

/** About 500 bytes each. */
const MAX_KEPT = 10_000;

/** Remembers the latest returns that were created at this process. */
export function createOwnReturns(): OwnReturns {
  /** By the key's name. Links that have ended are refused before they are looked for. */
  const own = new Map<string, KeptReturn>();

  return {
    find: ({ name }) => Promise.resolve(own.get(name)?.state ?? null),
    claim(key, endsAt) {
      const there = own.get(key.name)?.state ?? null;
      if (there === null) own.set(key.name, { key, state: 'open', endsAt });
      const [oldest] = own.keys();
      if (own.size > MAX_KEPT) own.delete(oldest!);
      return Promise.resolve(there);
    },
    settle: (key, state, endsAt) => Promise.resolve(void own.set(key.name, { key, state, endsAt })),
    release: ({ name }) => Promise.resolve(void own.delete(name)),
    list: () => [...own.values()],
  };
}
