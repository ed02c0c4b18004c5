import type * as z from 'zod/mini';
import { RETENTION_MS, type Desk } from './desk.svelte.ts';

/**
 * Reads the stored returns or pickups, newest first. Removes those that are too old.
 * @returns the items, and how many stored ones can't be read
 * @throws DeskError
 */
export async function readStoredItems<Item extends { id: string; createdMs: number }>(
  { store }: Pick<Desk, 'store'>,
  storeName: 'returns' | 'pickups',
  schema: z.ZodMiniType<Item>,
  nowMs = Date.now(),
): Promise<{ items: Item[]; unreadable: number }> {
  const { items, unreadable } = await store.readAll(storeName, schema);
  const isOld = ({ createdMs }: Item) => createdMs < nowMs - RETENTION_MS;
  const old = items.filter(isOld).map(({ id }) => id);
  if (old.length > 0) await store.remove(storeName, old);
  return {
    items: items.filter((item) => !isOld(item)).sort((a, b) => b.createdMs - a.createdMs),
    unreadable,
  };
}
