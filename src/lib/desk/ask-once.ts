import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { DeskStore } from './desk-store.ts';
import { requireConnection } from './require-connection.ts';
import { uuidSchema } from './uuid.ts';

/** What is kept of a call that the platform has no deduplication id for. Times are milliseconds since 1970. */
export const askedOnceSchema = z.object({
  /** Made before the call. */
  id: uuidSchema,
  /** `unknown`: no answer came, so the platform may have carried it out, and asked again it could do so twice. */
  state: z.enum(['unknown', 'done']),
  organizationId: z.string(),
  createdMs: z.number(),
  /** Of the call, for support. */
  requestId: z.nullable(z.string()),
});
export type AskedOnce = z.infer<typeof askedOnceSchema>;

/** The same before the call. */
export const draftOnce = (organizationId: string, nowMs: number): AskedOnce => ({
  id: crypto.randomUUID(),
  state: 'unknown',
  organizationId,
  createdMs: nowMs,
  requestId: null,
});

/**
 * Makes a call that must not be repeated. Its item is on the disk as `unknown` before the call, so that a crash doesn't lose it; afterwards it
 * holds the answer, or is gone if the platform refused it.
 * @param ask the call. @returns what the answer adds to the item
 * @returns the item, whose state is `unknown` if no answer came, and why what was answered isn't kept; null: it is
 * @throws AppError if nothing was carried out; DeskError if the item can't be kept: then nothing was asked
 */
export async function askOnce<Item extends AskedOnce>(
  store: Pick<DeskStore, 'write' | 'remove'>,
  kept: 'returns' | 'pickups',
  item: Item,
  ask: () => Promise<Partial<Item>>,
): Promise<{ item: Item; failure: unknown }> {
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
