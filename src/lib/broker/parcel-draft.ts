import * as z from 'zod/mini';
import { isPoint, type Point } from '#platform/point.ts';

const keptSchema = z.object({
  /** Account of its author: no other account gets it. */
  accountId: z.string(),
  organizationId: z.string(),
  bodyText: z.string(),
  /** The text last filled in from the template: while the user hasn't changed it, choosing another point replaces it. */
  filledText: z.string(),
  point: z.unknown(),
});

/** Contents of the parcel form. */
export type WrittenParcel = Omit<z.infer<typeof keptSchema>, 'accountId' | 'point'>;
/** Contents of the parcel form, and the chosen point. */
export type ParcelDraft = WrittenParcel & { point: Point | null };

export const NOTHING_WRITTEN: WrittenParcel = { organizationId: '', bodyText: '', filledText: '' };

const KEY = 'droppoint.parcel';

/**
 * Keeps a draft in this tab while its page is left, for example for the login host. Never holds a token.
 * @param accountId account of the session in which it was written
 */
export function keepDraft(accountId: string, draft: ParcelDraft, storage: Storage): void {
  try {
    storage.setItem(KEY, JSON.stringify({ accountId, ...draft } satisfies z.infer<typeof keptSchema>));
  } catch {
    // The storage is full. The draft is a convenience, and the page is being left.
  }
}

export function dropDraft(storage: Storage): void {
  storage.removeItem(KEY);
}

/** Removes the draft from storage. @returns null if there is none, or if it was another account's */
export function takeDraft(accountId: string, storage: Storage): ParcelDraft | null {
  const text = storage.getItem(KEY);
  dropDraft(storage);
  try {
    const { accountId: writer, point, ...written } = keptSchema.parse(JSON.parse(text ?? ''));
    return writer === accountId ? { ...written, point: isPoint(point) ? point : null } : null;
  } catch {
    return null;
  }
}
