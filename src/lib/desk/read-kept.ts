import type * as z from 'zod/mini';
import { KEPT_MS, type Desk } from './desk.svelte.ts';

/**
 * Reads the stored returns or pickups, newest first. Removes those that are too old.
 * @returns the items, and how many stored ones can't be read
 * @throws DeskError
 */
export async function readKept<Item extends { id: string; createdMs: number }>(
  { store }: Pick<Desk, 'store'>,
  kept: 'returns' | 'pickups',
  schema: z.ZodMiniType<Item>,
  nowMs = Date.now(),
): Promise<{ items: Item[]; unreadable: number }> {
  const { items, unreadable } = await store.readAll(kept, schema);
  const isOld = ({ createdMs }: Item) => createdMs < nowMs - KEPT_MS;
  const old = items.filter(isOld).map(({ id }) => id);
  if (old.length > 0) await store.remove(kept, old);
  return {
    items: items.filter((item) => !isOld(item)).sort((a, b) => b.createdMs - a.createdMs),
    unreadable,
  };
}
