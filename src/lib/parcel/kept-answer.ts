import * as z from 'zod/mini';
import { toldParcelsSchema } from '../contract/told-parcel.ts';
import { keepForVisit, readOfVisit } from './kept-for-visit.ts';

const KEY = 'droppoint.parcels';
/** What was told last, and when, in milliseconds since 1970. */
const keptSchema = z.object({ ...toldParcelsSchema.shape, answeredMs: z.number() });
type KeptAnswer = z.infer<typeof keptSchema>;

/** Keeps the last answer. */
export const keepAnswer = (answer: KeptAnswer): void => keepForVisit(KEY, answer);

/** @returns what was kept of exactly these numbers; null: nothing */
export function readKept(numbers: readonly string[]): KeptAnswer | null {
  const kept = readOfVisit(KEY, keptSchema);
  const ofThese = kept?.parcels.map(({ number }) => number).join() === numbers.join();
  return ofThese ? kept : null;
}
