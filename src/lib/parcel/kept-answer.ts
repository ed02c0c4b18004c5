import * as z from 'zod/mini';
import { toldParcelsSchema, type ToldParcel } from '../contract/told-parcel.ts';

/** What was told last, and when, in milliseconds since 1970. */
export interface KeptAnswer {
  parcels: readonly ToldParcel[];
  answeredMs: number;
}

const KEY = 'droppoint.parcels';
const keptSchema = z.object({ ...toldParcelsSchema.shape, answeredMs: z.number() });

/**
 * Keeps the last answer for this visit: in the tab's sessionStorage, which ends with the tab, so that on a shared computer nobody finds it
 * later. Does nothing if the storage is blocked or full.
 */
export function keepAnswer(answer: KeptAnswer, storage = () => sessionStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify(answer));
  } catch {
    // It is asked for again.
  }
}

/** @returns what was kept of exactly these numbers; null: nothing */
export function readKept(numbers: readonly string[], storage = () => sessionStorage): KeptAnswer | null {
  try {
    const { success, data } = keptSchema.safeParse(JSON.parse(storage().getItem(KEY) ?? 'null'));
    if (!success) return null;
    const ofThese =
      data.parcels.length === numbers.length &&
      data.parcels.every(({ number }, at) => number === numbers[at]);
    return ofThese ? data : null;
  } catch {
    return null;
  }
}
