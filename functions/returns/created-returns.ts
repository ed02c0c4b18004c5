import type { CreatedReturn } from './created-return.ts';

/** `open`: being created. `unknown`: it may have been, as the platform's answer was lost. */
export type ReturnState = CreatedReturn | 'open' | 'unknown';

export interface CreatedReturns {
  find(linkId: string): Promise<ReturnState | null>;
  /**
   * Claims a link for who creates its return.
   * @param endsAt when the link ends, and the entry is no longer needed; seconds since 1970
   * @returns null: claimed; else what is there already
   */
  claim(linkId: string, endsAt: number): Promise<ReturnState | null>;
  settle(linkId: string, state: CreatedReturn | 'unknown', endsAt: number): Promise<void>;
  /** Gives a claim back: nothing was created. */
  release(linkId: string): Promise<void>;
}

/** About 400 bytes each. */
const MAX_KEPT = 10_000;

/** Remembers the latest returns that were created at this process. */
export function createOwnReturns(): CreatedReturns {
  /** In the order of their claims. Links that have ended are refused before they are looked for. */
  const own = new Map<string, ReturnState>();

  return {
    find: (id) => Promise.resolve(own.get(id) ?? null),
    claim(id) {
      const there = own.get(id) ?? null;
      if (there === null) own.set(id, 'open');
      const [oldest] = own.keys();
      if (own.size > MAX_KEPT) own.delete(oldest!);
      return Promise.resolve(there);
    },
    settle: (id, state) => Promise.resolve(void own.set(id, state)),
    release: (id) => Promise.resolve(void own.delete(id)),
  };
}
