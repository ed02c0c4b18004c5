import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { DeskStore } from './desk-store.ts';
import { requireConnection } from './require-connection.ts';
import { uuidSchema } from './uuid.ts';

/** Record of a call that has no deduplication id at the platform. Times are milliseconds since 1970. */
export const nonRepeatableCallSchema = z.object({
  /** Created before the call. */
  id: uuidSchema,
  /**
   * `unknown`: no answer came. The platform may have carried the call out, and repeating it could do so
   * twice.
   */
  state: z.enum(['unknown', 'done']),
  organizationId: z.string(),
  createdMs: z.number(),
  /** Request id of the call, for support. */
  requestId: z.nullable(z.string()),
});
export type NonRepeatableCall = z.infer<typeof nonRepeatableCallSchema>;

/** Creates the record before the call. */
export const draftNonRepeatableCall = (organizationId: string, nowMs: number): NonRepeatableCall => ({
  id: crypto.randomUUID(),
  state: 'unknown',
  organizationId,
  createdMs: nowMs,
  requestId: null,
});

/**
 * Makes a call that must not be repeated. The item is written to disk as `unknown` before the call, so
 * that a crash doesn't lose it. Afterwards it contains the answer, or is removed if the platform refused
 * the call.
 * @param call makes the call, and returns the fields that its answer adds to the item
 * @returns the item, whose state is `unknown` if no answer came, and the error if the answer couldn't be
 *   saved (null: it was saved)
 * @throws AppError if nothing was carried out; DeskError if the item can't be saved, in which case no
 *   call was made
 */
export async function callAtMostOnce<Item extends NonRepeatableCall>(
  store: Pick<DeskStore, 'write' | 'remove'>,
  storeName: 'returns' | 'pickups',
  item: Item,
  call: () => Promise<Partial<Item>>,
): Promise<{ item: Item; failure: unknown }> {
  await requireConnection();
  await store.write(storeName, [[item.id, { ...item, state: 'unknown' }]]);
  const outcome = await call().then(
    (answer): Item => ({ ...item, ...answer, state: 'done' }),
    async (error: unknown): Promise<Item> => {
      if (error instanceof UnknownOutcomeError)
        return { ...item, state: 'unknown', requestId: error.requestId ?? null };
      // Keep the saved item, which already says `unknown`.
      if (!(error instanceof AppError)) return { ...item, state: 'unknown' };
      await store.remove(storeName, [item.id]).catch(() => {});
      throw error;
    },
  );
  try {
    await store.write(storeName, [[outcome.id, outcome]]);
    return { item: outcome, failure: null };
  } catch (failure) {
    return { item: outcome, failure };
  }
}
