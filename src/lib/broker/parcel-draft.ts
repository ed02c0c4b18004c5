import * as z from 'zod/mini';
import { isPoint, type Point } from '../contract/point.ts';

const keptSchema = z.object({
  /** Whose it is: nobody else gets it. */
  accountId: z.string(),
  organizationId: z.string(),
  bodyText: z.string(),
  /** What the template gave last: while the person hasn't changed it, a newly chosen point may replace it. */
  filledText: z.string(),
  point: z.unknown(),
});

/** What somebody has written into the parcel form. */
export type WrittenParcel = Omit<z.infer<typeof keptSchema>, 'accountId' | 'point'>;
/** A parcel that was begun: what was written, and the point it goes to. */
export type ParcelDraft = WrittenParcel & { point: Point | null };

export const NOTHING_WRITTEN: WrittenParcel = { organizationId: '', bodyText: '', filledText: '' };

const KEY = 'droppoint.parcel';

/**
 * Keeps a draft in this tab while its page is gone, as on the way to the login host and back. Never a token.
 * @param accountId whose session it was written in
 */
export function keepDraft(accountId: string, draft: ParcelDraft, storage: Storage): void {
  try {
    storage.setItem(KEY, JSON.stringify({ accountId, ...draft } satisfies z.infer<typeof keptSchema>));
  } catch {
    // Full: it is a convenience, and the page is being left.
  }
}

export function dropDraft(storage: Storage): void {
  storage.removeItem(KEY);
}

/** Takes the draft out of storage. @returns null where there is none, or where it is another account's, which is then gone */
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
