import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { DeskStore } from './desk-store.ts';
import { requireConnection } from './require-connection.ts';

/** What is kept of a call that the platform has no deduplication id for. */
export interface AskedOnce {
  /** UUID, made before the call. */
  id: string;
  /** `unknown`: no answer came, so the platform may have carried it out, and asked again it could do so twice. */
  state: 'unknown' | 'done';
  /** Of the call, for support. */
  requestId: string | null;
}

export interface OnceAnswered<Item> {
  item: Item;
  /** Why what was answered isn't kept; null: it is. */
  failure: unknown;
}

/**
 * Makes a call that must not be repeated. Its item is on the disk as `unknown` before the call, so that a crash doesn't lose it; afterwards it
 * holds the answer, or is gone if the platform refused it.
 * @param ask the call. @returns what the answer adds to the item
 * @returns the item, whose state is `unknown` if no answer came
 * @throws AppError if nothing was carried out; DeskError if the item can't be kept: then nothing was asked
 */
export async function askOnce<Item extends AskedOnce>(
  store: Pick<DeskStore, 'write' | 'remove'>,
  kept: 'returns' | 'pickups',
  item: Item,
  ask: () => Promise<Partial<Item>>,
): Promise<OnceAnswered<Item>> {
  await requireConnection();
  await store.write(kept, [[item.id, { ...item, state: 'unknown' }]]);
  const after = await ask().then(
    (answer): Item => ({ ...item, ...answer, state: 'done' }),
    async (error: unknown): Promise<Item> => {
      if (error instanceof UnknownOutcomeError)
        return { ...item, state: 'unknown', requestId: error.requestId ?? null };
      // What is kept already says that nobody knows.
      if (!(error instanceof AppError)) return { ...item, state: 'unknown' };
      await store.remove(kept, [item.id]).catch(() => {});
      throw error;
    },
  );
  try {
    await store.write(kept, [[after.id, after]]);
    return { item: after, failure: null };
  } catch (failure) {
    return { item: after, failure };
  }
}
