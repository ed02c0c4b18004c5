import * as z from 'zod/mini';
import { toldReturnSchema, type ToldReturn } from '../../contract/told-return.ts';
import { keepForVisit, readOfVisit } from '../kept-for-visit.ts';

const KEY = 'droppoint.return';
const keptSchema = z.object({ link: z.string(), told: toldReturnSchema });

/** Keeps a return that was created: loaded anew, without a connection too, the page shows its code. */
export const keepReturn = (link: string, told: ToldReturn): void => keepForVisit(KEY, { link, told });

/** @returns the return of exactly this link; null: none was kept */
export function readKeptReturn(link: string): ToldReturn | null {
  const kept = readOfVisit(KEY, keptSchema);
  return kept?.link === link ? kept.told : null;
}
