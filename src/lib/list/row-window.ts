/** Rows drawn above and below the view, so that a flick of the wheel meets rows that are there. */
const OVERSCAN_ROWS = 3;
/** Whatever the screen: the page's cost doesn't grow with the list. */
const MAX_ROWS = 36;

export interface Scroll {
  /** Pixels. */
  top: number;
  height: number;
  rowHeight: number;
}

/** Which rows are drawn, the end not included. All rows are of one height, so nothing has to be measured and nothing shifts. */
export function findWindow(
  { top, height, rowHeight }: Scroll,
  count: number,
): { start: number; end: number } {
  const start = Math.min(count, Math.max(0, Math.floor(top / rowHeight) - OVERSCAN_ROWS));
  const last = Math.ceil((top + height) / rowHeight) + OVERSCAN_ROWS;
  return { start, end: Math.max(start, Math.min(count, last, start + MAX_ROWS)) };
}

/** The first row that is seen whole. */
export function findFirstWhole({ top, rowHeight }: Scroll, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.ceil(top / rowHeight)));
}

/** Where to scroll so that a row is seen whole, moving as little as possible. */
export function scrollTopFor({ top, height, rowHeight }: Scroll, row: number): number {
  const start = row * rowHeight;
  if (start < top) return start;
  return Math.max(top, Math.min(start, start + rowHeight - height));
}
