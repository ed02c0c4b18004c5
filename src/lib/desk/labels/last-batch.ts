import * as z from 'zod/mini';
import type { Desk } from '../desk.svelte.ts';

const LAST_BATCH = 'last-labels';
/** A jam is noticed at once; an older batch would only be in the way. */
const OFFERED_MS = 12 * 3_600_000;

/** Labels that were printed together, so that printing can go on after a jam. */
const batchSchema = z.object({
  /** Ids of the parcels, in the order of their labels. */
  ids: z.array(z.string()),
  /** Milliseconds since 1970. */
  printedMs: z.number(),
});
export type LabelBatch = z.infer<typeof batchSchema>;

/** Remembers the labels printed together. A single label takes part in no batch. @throws DeskError */
export async function saveBatch(
  desk: Pick<Desk, 'saveSetting'>,
  batch: { ids: readonly string[]; printedMs: number },
): Promise<void> {
  if (batch.ids.length > 1) await desk.saveSetting(LAST_BATCH, { ...batch, ids: [...batch.ids] });
}

/** Reads the last batch of some hours. @returns null if there is none. @throws DeskError */
export async function readBatch(desk: Pick<Desk, 'readSetting'>, nowMs: number): Promise<LabelBatch | null> {
  const batch = await desk.readSetting(LAST_BATCH, batchSchema);
  return batch !== null && batch.printedMs > nowMs - OFFERED_MS ? batch : null;
}

/** Lists the ids of a batch from a label on, for printing after a jam. Empty if it isn't in the batch. */
export function listFrom({ ids }: LabelBatch, id: string): string[] {
  const start = ids.indexOf(id);
  return start < 0 ? [] : ids.slice(start);
}
