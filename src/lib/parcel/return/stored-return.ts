import * as z from 'zod/mini';
import { publicReturnSchema, type PublicReturn } from '#contract/public-return.ts';
import { storeForVisit, readFromVisit } from '../visit-storage.ts';

const KEY = 'droppoint.return';
const storedReturnSchema = z.object({ link: z.string(), received: publicReturnSchema });

/** Stores a created return, so that the page shows its code after a reload, even offline. */
export const storeReturn = (link: string, received: PublicReturn): void =>
  storeForVisit(KEY, { link, received });

/** @returns the return of exactly this link; null if none is stored */
export function readStoredReturn(link: string): PublicReturn | null {
  const stored = readFromVisit(KEY, storedReturnSchema);
  return stored?.link === link ? stored.received : null;
}
