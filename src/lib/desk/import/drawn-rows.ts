/** Rows of different heights below one another: where each begins, and where the last ends. */
export function listOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push(offsets.at(-1)! + height);
  return offsets;
}

/** Below so many all are drawn. */
const ALL = 60;
/** Pixels above and below the view. */
const AROUND = 400;

/** A row to draw, and the empty height before it. */
export interface DrawnRow {
  index: number;
  before: number;
}

/**
 * The rows to draw: those in view and a few around it, and the one that has the focus.
 * @param focused its index; -1: none
 * @returns them, and the empty height after the last
 */
export function findDrawn(
  offsets: readonly number[],
  { top, height }: { top: number; height: number },
  focused: number,
): { rows: DrawnRow[]; after: number } {
  const count = offsets.length - 1;
  const isDrawn = (index: number) =>
    count <= ALL ||
    index === focused ||
    (offsets[index + 1]! > top - AROUND && offsets[index]! < top + height + AROUND);
  const rows: DrawnRow[] = [];
  let end = 0;
  for (let index = 0; index < count; index++) {
    if (!isDrawn(index)) continue;
    rows.push({ index, before: offsets[index]! - end });
    end = offsets[index + 1]!;
  }
  return { rows, after: offsets[count]! - end };
}
