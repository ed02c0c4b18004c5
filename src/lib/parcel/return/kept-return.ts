import * as z from 'zod/mini';
import { toldReturnSchema, type ToldReturn } from '../../contract/told-return.ts';

const KEY = 'droppoint.return';
const keptSchema = z.object({ link: z.string(), told: toldReturnSchema });

/**
 * Keeps a return that was created for this visit, in the tab's sessionStorage: loaded anew, without a connection too, the page shows its code.
 * Does nothing if the storage is blocked or full.
 */
export function keepReturn(link: string, told: ToldReturn, storage = () => sessionStorage): void {
  try {
    storage().setItem(KEY, JSON.stringify({ link, told }));
  } catch {
    // It is asked for again.
  }
}

/** @returns the return of exactly this link; null: none was kept */
export function readKeptReturn(link: string, storage = () => sessionStorage): ToldReturn | null {
  try {
    const { success, data } = keptSchema.safeParse(JSON.parse(storage().getItem(KEY) ?? 'null'));
    return success && data.link === link ? data.told : null;
  } catch {
    return null;
  }
}
