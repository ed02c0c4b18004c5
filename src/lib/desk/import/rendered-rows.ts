/** Offsets of stacked rows of different heights: the start of each row, then the end of the last. */
export function listOffsets(heights: readonly number[]): number[] {
  const offsets = [0];
  for (const height of heights) offsets.push(offsets.at(-1)! + height);
  return offsets;
}

/** Up to this many rows are all rendered. */
const ALL = 60;
/** Pixels above and below the view that are also rendered. */
const AROUND = 400;

/** A row to render, and the height of the gap before it. */
export interface RenderedRow {
  index: number;
  before: number;
}

/**
 * Finds the rows to render: those in or near the view, and the focused one.
 * @param focused index of the focused row; -1: none
 * @returns the rows, and the height of the gap after the last
 */
export function findRenderedRows(
  offsets: readonly number[],
  { top, height }: { top: number; height: number },
  focused: number,
): { rows: RenderedRow[]; after: number } {
  const count = offsets.length - 1;
  const isDrawn = (index: number) =>
    count <= ALL ||
    index === focused ||
    (offsets[index + 1]! > top - AROUND && offsets[index]! < top + height + AROUND);
  const rows: RenderedRow[] = [];
  let end = 0;
  for (let index = 0; index < count; index++) {
    if (!isDrawn(index)) continue;
    rows.push({ index, before: offsets[index]! - end });
    end = offsets[index + 1]!;
  }
  return { rows, after: offsets[count]! - end };
}
