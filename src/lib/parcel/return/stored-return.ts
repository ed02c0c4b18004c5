import * as z from 'zod/mini';
import { toldReturnSchema, type ToldReturn } from '../../contract/told-return.ts';
import { storeForVisit, readFromVisit } from '../visit-storage.ts';

const KEY = 'droppoint.return';
const storedReturnSchema = z.object({ link: z.string(), told: toldReturnSchema });

/** Stores a created return, so that the page shows its code after a reload, even offline. */
export const storeReturn = (link: string, told: ToldReturn): void => storeForVisit(KEY, { link, told });

/** @returns the return of exactly this link; null if none is stored */
export function readStoredReturn(link: string): ToldReturn | null {
  const stored = readFromVisit(KEY, storedReturnSchema);
  return stored?.link === link ? stored.told : null;
}
