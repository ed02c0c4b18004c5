import * as z from 'zod/mini';
import { publicParcelsSchema } from '#contract/public-parcel.ts';
import { storeForVisit, readFromVisit } from './visit-storage.ts';

const KEY = 'droppoint.parcels';
/** The last answer, and its time in milliseconds since 1970. */
const storedAnswerSchema = z.object({ ...publicParcelsSchema.shape, answeredMs: z.number() });
type StoredAnswer = z.infer<typeof storedAnswerSchema>;

export const storeAnswer = (answer: StoredAnswer): void => storeForVisit(KEY, answer);

/** @returns the stored answer about exactly these numbers; null if there is none */
export function readStoredAnswer(numbers: readonly string[]): StoredAnswer | null {
  const stored = readFromVisit(KEY, storedAnswerSchema);
  const isForThese = stored?.parcels.map(({ number }) => number).join() === numbers.join();
  return isForThese ? stored : null;
}
