import * as z from 'zod/mini';

const timeMs = z.number().check(z.gte(0), z.lte(8.64e15));

/** Printings that are remembered for each label: the latest ones. */
const MAX_PRINTED = 50;
/** Characters of a note. */
export const MAX_NOTE = 2000;

/**
 * Marks of a parcel by the people who handle it. The desk stores them beside the parcel, because the
 * tracker and other tabs write parcels as a whole, and would overwrite them. Times are milliseconds since
 * 1970.
 */
export const markSchema = z.looseObject({
  /** When its label was printed or saved, oldest first. */
  printedMs: z.catch(z.array(timeMs), []),
  /** When it was packed; null: it wasn't. */
  packedMs: z.catch(z.nullable(timeMs), null),
  note: z.catch(z.string(), ''),
  /** Its contents as typed here: a product per line, `2 × Mug`. */
  contents: z.catch(z.string(), ''),
});
export type Mark = z.infer<typeof markSchema>;

export const EMPTY_MARK: Mark = { printedMs: [], packedMs: null, note: '', contents: '' };

/** Parses a stored mark. A missing or unreadable one is empty. */
export const readMark = (stored: unknown): Mark => markSchema.safeParse(stored).data ?? EMPTY_MARK;

export const markPrinted = (mark: Mark, nowMs: number): Mark => ({
  ...mark,
  printedMs: [...mark.printedMs, nowMs].slice(-MAX_PRINTED),
});

/**
 * Merges a mark of a saved file into one of this desk. Each printing counts once, a parcel packed in
 * either is packed, and texts of this desk stay.
 */
export function mergeMarks(own: Mark, other: Mark): Mark {
  const printedMs = [...new Set([...own.printedMs, ...other.printedMs])].sort((a, b) => a - b);
  return {
    ...other,
    ...own,
    printedMs: printedMs.slice(-MAX_PRINTED),
    packedMs: own.packedMs ?? other.packedMs,
    note: own.note || other.note,
    contents: own.contents || other.contents,
  };
}

/** A label's life: never printed, printed once, or printed again. */
export type LabelLife = 'unprinted' | 'printed' | 'reprinted';

export function labelLifeOf({ printedMs }: Mark): LabelLife {
  if (printedMs.length === 0) return 'unprinted';
  return printedMs.length === 1 ? 'printed' : 'reprinted';
}
